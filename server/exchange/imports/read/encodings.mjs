/** Decodes UTF-8 and UTF-16 with or without a byte order mark, else Arabic of Windows or of an old Mac; null for what is not text. */
export function textDecoded(bytes) {
  const label = encodingOf(bytes)
  const text = label ? new TextDecoder(label).decode(bytes) : utf8OrArabic(bytes)
  const start = text.slice(0, 4000)
  // oxlint-disable-next-line no-control-regex
  const odd = start.match(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g)?.length ?? 0
  // oxlint-disable-next-line no-control-regex
  const isBinary = odd > start.length / 20 || /^[\x01-\x08\x0e-\x1f]/.test(start)
  return isBinary ? null : text
}

function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const [even, odd] = [0, 1].map((from) => {
    let zeros = 0
    for (let at = from; at < Math.min(bytes.length, 2000); at += 2) if (bytes[at] === 0 || bytes[at] === 6) zeros++
    return zeros / Math.max(1, Math.min(bytes.length, 2000) / 2)
  })
  // In Arabic and Latin text, one of the two bytes of each letter is 06 or 00.
  if (odd > 0.7 && even < 0.3) return 'utf-16le'
  return even > 0.7 && odd < 0.3 ? 'utf-16be' : null
}

function utf8OrArabic(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder('windows-1256').decode(bytes)
    if (isOfEurope(text)) return new TextDecoder('windows-1252').decode(bytes)
    return isOfMac(text) ? arabicOfMac(bytes) : text
  }
}

/**
 * Both encodings have most Arabic letters at different places. Read as that of Windows, Arabic of a Mac has words that mix Arabic letters with
 * accented Latin ones, which nobody writes.
 */
function isOfMac(text) {
  const arabic = text.match(/[\u0621-\u064a]/g)?.length ?? 0
  const mixed = text.match(/[\u0621-\u064a][àâçèéêëîïôùûü]|[àâçèéêëîïôùûü][\u0621-\u064a]/g)?.length ?? 0
  return mixed > 2 && mixed > arabic / 20
}

/** Accented letters of Europe are single Arabic letters and marks within Latin words of Windows-1256; Arabic itself has words of several. */
const isOfEurope = (text) => /[a-z][\u0621-\u0652]|[\u0621-\u0652][a-z]/i.test(text) && !/[\u0621-\u064a]{2}/.test(text)

/** Signs of the encoding Arabic (Macintosh) above ASCII. Its letters are at the places of ISO 8859-6. */
const upperOfMac =
  'Ä\u00a0ÇÉÑÖÜáàâäں«çéèêëí…îïñó»ôö÷úùûü !"#$٪&\'()*+،-./٠١٢٣٤٥٦٧٨٩:؛<=>؟❊ءآأؤإئابةتثجحخدذرزسشصضطظعغ[\\]^_ـفقكلمنهوىيًٌٍَُِّْپٹچەڤگڈڑ{|}ژے'

const arabicOfMac = (bytes) =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (upperOfMac[byte - 0x80] ?? '\ufffd'))).join(
    '',
  )
