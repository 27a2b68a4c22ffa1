import pg from 'pg'

const { DATE, TIMESTAMPTZ, NUMERIC, INT8 } = pg.types.builtins

const parsers = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, instant],
  [NUMERIC, Number],
  [INT8, Number],
])

/** Converts the text directly if it is in UTC, which is usual. Parsing it into a Date takes twenty times as long. */
function instant(text: string) {
  const isUtc = text.length <= 29 && text.endsWith('+00') && text[10] === ' ' && (text[19] === '.' || text[19] === '+')
  if (!isUtc) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

/**
 * How values of a type of PostgreSQL are read: days as 'YYYY-MM-DD', instants as 'YYYY-MM-DDTHH:mm:ss.sssZ', numeric and int8 as
 * numbers.
 */
export const parserOf = (type: number): ((text: string) => unknown) => parsers.get(type) ?? pg.types.getTypeParser(type)
