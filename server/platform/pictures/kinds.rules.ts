/** Whether the first bytes are those of a JPEG, PNG or WebP. The name and header of the upload are ignored. */
export const isPicture = (bytes: Buffer) =>
  bytes.subarray(0, 3).equals(jpeg) ||
  bytes.subarray(0, 8).equals(png) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')

const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
