-- A text that no spreadsheet takes for a formula: those that begin like one get an apostrophe in front.
create or replace temp macro defused(value) as
    case
        when regexp_matches(value, '^[=+@\t\r\n-]') then '''' || value
        else value
    end
