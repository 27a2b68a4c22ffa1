/**
 * Splits a file name into two parts with separate text directions. In an Arabic name, the number and extension at the end stay
 * together (2026.xlsx). The dot before them belongs to the Arabic part; otherwise it would be displayed after the extension.
 */
export function partsOfName(name: string): { start: string; end: string } {
  const [, start = '', end = ''] = /^(.*?\.?)([!-~]*)$/s.exec(name) ?? []
  return { start, end }
}
