import { late } from '#web/settings/late.tsx'

export const ActivateNew = late(async () => (await import('./ActivateNew.tsx')).ActivateNew)

export const AddCoins = late(async () => (await import('./AddCoins.tsx')).AddCoins)
