export const shortLived: string[]
export function compilingLate(budget: number): string[]
