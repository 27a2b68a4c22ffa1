import { create } from 'zustand'

export type Told = { id: number; text: string; destructive: boolean }

/** The one toast there is; a new one takes its place. */
export const useToast = create<{ told: Told | null }>(() => ({ told: null }))

/** Says something in passing. The text comes translated. */
export const toast = (text: string, { destructive = false } = {}) =>
  useToast.setState(({ told }) => ({ told: { id: (told?.id ?? 0) + 1, text, destructive } }))

/** Takes the toast away, as when what it complained of has since succeeded. */
export const hush = () => useToast.setState({ told: null })
