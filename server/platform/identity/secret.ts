import { randomBytes } from 'node:crypto'

/** 256 random bits as base64url text, for a session, a device or a grant. Only hashes of them are stored. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Queried in place of a person who does not exist, so that both cases run the same statements. */
export const nobody = '00000000-0000-0000-0000-000000000000'
