// The large parts of the page: files next to it, or base64 texts within a single-file page.

export type Part = "wasm" | "database";

interface Place {
  /** address of the file; empty if the part is in the page */
  [name: string]: string;
}

function place(): Place {
  return JSON.parse(document.getElementById("places")?.textContent ?? "{}") as Place;
}

export async function bytesOf(part: Part): Promise<Uint8Array<ArrayBuffer>> {
  const address = place()[part];
  if (address) {
    return new Uint8Array(await (await fetched(address)).arrayBuffer());
  }
  const element = document.getElementById(`part-${part}`);
  if (!element) throw new Error(`the page is incomplete: it has no part '${part}'`);
  return decoded(element.textContent ?? "");
}

export async function workerSource(): Promise<string> {
  const address = place().worker;
  if (!address) return document.getElementById("part-worker")?.textContent ?? "";
  return (await fetched(address)).text();
}

/** The content of a small file next to the page, or of the element that replaces it; undefined if it is missing. */
export async function jsonOf<T>(address: string): Promise<T | undefined> {
  const within = document.getElementById(decodeURIComponent(address));
  if (within) return JSON.parse(within.textContent ?? "") as T;
  if (location.protocol === "file:" || !place().database) return undefined;
  try {
    return (await (await fetched(address)).json()) as T;
  } catch {
    return undefined; // the caller then queries DuckDB
  }
}

const programs = new Map<string, Promise<void>>();

/** Load a program once. */
export function load(name: "client" | "editor" | "vega"): Promise<void> {
  const started = programs.get(name) ?? run(name);
  programs.set(name, started);
  return started;
}

function run(name: string): Promise<void> {
  const script = document.createElement("script");
  const kept = document.getElementById(`part-${name}`);
  if (kept) {
    script.textContent = kept.textContent;
    document.head.append(script);
    return Promise.resolve();
  }
  const address = place()[name] ?? "";
  return new Promise((done, fail) => {
    script.addEventListener("load", () => done());
    script.addEventListener("error", () => fail(new Error(`${address} is missing; copy the whole folder`)));
    script.src = address;
    document.head.append(script);
  });
}

/** Load a program synchronously, because printing does not wait; if this fails, `load` reports the reason. */
export function loadAtOnce(name: "vega"): void {
  if (programs.has(name)) return;
  const address = place()[name];
  if (address && location.protocol !== "file:") {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    try {
      request.send();
    } catch {
      return;
    }
    if (request.status !== 200) return;
    const script = document.createElement("script");
    script.textContent = request.responseText;
    document.head.append(script);
    programs.set(name, Promise.resolve());
  } else if (!address) void load(name);
}

async function fetched(address: string): Promise<Response> {
  if (location.protocol === "file:") {
    const todo = "open it through a server (python -m http.server), or write one file: dltrack site PAGE.html --single-file";
    throw new Error(`a page opened from disk cannot read ${address}; ${todo}`);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is missing (${response.status}); copy the whole folder`);
  return response;
}

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const native = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  if (native.fromBase64) return native.fromBase64(text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}
