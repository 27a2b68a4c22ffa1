import { strFromU8, unzipSync } from 'fflate'
import { rowsAtMost } from './reader-limits.mjs'
import { local, readXml } from './xml.mjs'

/** Which sheets and rows an OpenDocument workbook hides, which the library does not answer; nothing for any other workbook. */
export function hiddenInOpenDocument(bytes) {
  const name = 'content.xml'
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const content = isArchive && unzipSync(bytes, { filter: (file) => file.name === name })[name]
  if (!content) return []
  const hiddenStyles = new Set()
  const sheets = []
  let style = null
  let row = 0
  readXml(strFromU8(content), (element, attributes) => {
    if (element === 'style') style = valueOf(attributes(), 'name')
    else if (element === 'table-properties') {
      if (valueOf(attributes(), 'display') === 'false') hiddenStyles.add(style)
    } else if (element === 'table') {
      sheets.push({ isHidden: hiddenStyles.has(valueOf(attributes(), 'style-name')), hidden: [] })
      row = 0
    } else if (element === 'table-row' && sheets.length > 0) {
      const all = attributes()
      const count = Number(valueOf(all, 'number-rows-repeated') ?? 1)
      const isHidden = /^(collapse|filter)$/.test(valueOf(all, 'visibility') ?? '')
      for (let nth = 0; isHidden && nth < Math.min(count, rowsAtMost); nth++) sheets.at(-1).hidden.push(row + nth)
      row += count
    }
  })
  return sheets
}

const valueOf = (attributes, name) => Object.entries(attributes).find(([key]) => local(key) === name)?.[1]
