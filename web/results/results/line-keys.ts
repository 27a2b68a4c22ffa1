import { useState } from 'react'

export const firstKeys = (many: number): number[] => Array.from({ length: many }, (_, nth) => nth)

export const withNextKey = (keys: readonly number[]) => [...keys, Math.max(-1, ...keys) + 1]

/**
 * Keys of lines that are known by their place alone. One that goes from the middle takes its key along, so that every field
 * below goes on showing what was typed into it.
 */
export function useLineKeys(many: number) {
  const [keys, setKeys] = useState(() => firstKeys(many))
  return {
    keys,
    addKey: () => setKeys(withNextKey),
    removeKey: (nth: number) => setKeys((before) => before.toSpliced(nth, 1)),
  }
}
