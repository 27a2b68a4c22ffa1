/**
 * A file's name in two parts that keep their own direction. In a name of Arabic, the number and ending after it stay whole
 * (2026.xlsx); the dot before them belongs to the Arabic, or it would stand beyond the ending.
 */
export function partsOfName(name: string): { start: string; end: string } {
  const [, start = '', end = ''] = /^(.*?\.?)([!-~]*)$/s.exec(name) ?? []
  return { start, end }
}
