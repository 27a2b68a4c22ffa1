import { CFB } from '@e965/xlsx'
import { columnsAtMost } from './reader-limits.mjs'
import { noResult } from './shown.mjs'

/**
 * The formulas of an old Excel file that no program ever calculated, by sheet. Programs that write formulas without calculating them store a 0,
 * or an empty text, and ask Excel to calculate when it opens the file; the library answers the 0 alone. Nothing for any other workbook.
 */
export function uncalculatedIn(bytes) {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf) return []
  const container = CFB.read(Buffer.from(bytes), { type: 'buffer' })
  const stream = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
  if (!stream) return []
  const content = Buffer.from(stream.content)
  const sheets = []
  const open = []
  for (const { type, at, data } of recordsIn(content)) {
    if (type === ofSheet) sheets.push({ starts: data.readUInt32LE(0), broken: [] })
    else if (type === begins) open.push(sheets.find(({ starts }) => starts === at))
    else if (type === ends) open.pop()
    else if (type === ofFormula && isUncalculated(data)) {
      const [row, column] = [data.readUInt16LE(0), data.readUInt16LE(2)]
      if (column < columnsAtMost) open.at(-1)?.broken.push({ row, column, text: noResult })
    }
  }
  return sheets
}

const [ofFormula, ends, ofSheet, begins] = [0x06, 0x0a, 0x85, 0x809]

function* recordsIn(content) {
  for (let at = 0; at + 4 <= content.length; ) {
    const length = content.readUInt16LE(at + 2)
    if (at + 4 + length > content.length) return
    yield { type: content.readUInt16LE(at), at, data: content.subarray(at + 4, at + 4 + length) }
    at += 4 + length
  }
}

/** Asks to be calculated when the file is opened, and has nothing yet. */
function isUncalculated(data) {
  if (data.length < 16 || (data.readUInt16LE(14) & 3) === 0) return false
  const isZero = data.readDoubleLE(6) === 0
  const isEmptyText = data[6] === 3 && data.readUInt16LE(12) === 0xffff
  return isZero || isEmptyText
}
