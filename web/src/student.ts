// Student's t distribution: two-sided p-values and critical values.

/** Logarithm of the gamma function (Lanczos, g = 7). */
function logGamma(x: number): number {
  const c = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
  const t = x + 6.5;
  const sum = c.reduce((total, each, i) => (i ? total + each / (x + i - 1) : each), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The continued fraction of the incomplete beta function (Numerical Recipes 6.4), for x below (a + 1) / (a + b + 2). */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const safe = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let [c, d] = [1, 1 / safe(1 - ((a + b) * x) / (a + 1))];
  let found = d;
  for (let m = 1; m < 500; m++) {
    for (const term of [(m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)), (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))]) {
      d = 1 / safe(1 + term * d);
      c = safe(1 + term / c);
      found *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return (found * Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))) / a;
}

/** The two-sided p-value of t with df degrees of freedom. */
export function twoSided(t: number, df: number): number {
  if (t === 0) return 1;
  if (!Number.isFinite(t)) return 0;
  const x = df / (df + t * t);
  return x < (df / 2 + 1) / (df / 2 + 2.5) ? betaFraction(x, df / 2, 0.5) : 1 - betaFraction((t * t) / (df + t * t), 0.5, df / 2);
}

/** The t that is exceeded with probability `tail`, which is at most one half, by bisection. */
export function critical(df: number, tail: number): number {
  let [low, high] = [0, 2];
  while (twoSided(high, df) > 2 * tail) [low, high] = [high, high * 2];
  while (high - low > 1e-13 * high) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (twoSided(middle, df) > 2 * tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
