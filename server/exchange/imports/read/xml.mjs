import { Parser } from 'saxen'

/** The name of an element or attribute without its prefix. */
export const local = (name) => name.slice(name.indexOf(':') + 1)

/** Reads XML. Broken XML is refused, as the library refuses it. */
export function readXml(xml, open, close = () => {}, text = () => {}) {
  const parser = new Parser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('openTag', (name, attributes, decoded) => open(local(name), attributes, decoded))
  parser.on('closeTag', (name) => close(local(name)))
  parser.on('text', text)
  parser.parse(xml)
}
