import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate of its own for `localhost`, made anew, with its key; both PEM. */
export function ownCertificate() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('localhost')))))
  const alternative = der(0x30, der(0x82, Buffer.from('localhost')))
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    der(0x30, ecdsaWithSha256),
    name,
    der(0x30, time(-1), time(1)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, oid('551d11'), der(0x04, alternative)))),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = der(0x30, body, der(0x30, ecdsaWithSha256), der(0x03, Buffer.from([0]), signature))
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** One value of ASN.1: its tag, its length, what it holds. */
function der(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
}

function lengthOf({ length }: Buffer) {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))

const ecdsaWithSha256 = oid('2a8648ce3d040302')

const time = (days: number) => {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x18, Buffer.from(text))
}
