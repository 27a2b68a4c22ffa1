export const shortLived: string[]
