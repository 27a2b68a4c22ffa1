import { generateSecret, generateSync, verifySync } from 'otplib'

/** Seconds of a step. Codes are those all authenticator apps know (RFC 6238): SHA-1, 6 digits, 30 seconds. */
const period = 30

/** 160 bits in base32. */
export const newSharedSecret = () => generateSecret({ length: 20 })

/** The time step of a code that is right now, one step before or after; null for a wrong one, or one of a step used up. */
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

/** The step of an instant in ms since 1970. */
export const stepAt = (now: number) => Math.floor(now / 1000 / period)

export const codeAt = (secret: string, step: number) => generateSync({ secret, epoch: step * period })

/** What an app reads, typed or shown as a picture. It names the defaults, which some apps do not assume. */
export const otpauthUri = (secret: string, phone: string) =>
  `otpauth://totp/Kashkool:${phone}?secret=${secret}&issuer=Kashkool&algorithm=SHA1&digits=6&period=${period}`
