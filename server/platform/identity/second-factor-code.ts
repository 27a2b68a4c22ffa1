import { generateSecret, generateSync, verifySync } from 'otplib'

/** Seconds per step. Codes are as all authenticator apps support them (RFC 6238): SHA-1, 6 digits, 30 seconds. */
const period = 30

/** 160 bits in base32. */
export const newSharedSecret = () => generateSecret({ length: 20 })

/** The time step of a code that is valid now, one step before or one after; null for a wrong code or one of a used step. */
export function stepOf(secret: string, code: string, { now, lastStep }: { now: number; lastStep: number | null }) {
  if (!/^\d{6}$/.test(code)) return null
  const checked = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: period,
    ...(lastStep !== null && { afterTimeStep: lastStep }),
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : null
}

/** The time step of a moment in ms since 1970. */
export const stepAt = (now: number) => Math.floor(now / 1000 / period)

export const codeAt = (secret: string, step: number) => generateSync({ secret, epoch: step * period })

/** The address that an app reads, typed or as a QR code. It names the defaults too, because some apps do not assume them. */
export const otpauthUri = (secret: string, phone: string) =>
  `otpauth://totp/Kashkool:${phone}?secret=${secret}&issuer=Kashkool&algorithm=SHA1&digits=6&period=${period}`
