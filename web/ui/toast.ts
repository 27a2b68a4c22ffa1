import { create } from 'zustand'
import { sentenceFrom } from '#web/lib/refusal.ts'

/** `action`: what can be done about it while it is shown, for example undo; already translated. */
export type ToastText = { title: string; tone?: 'danger' | undefined; action?: { label: string; run: () => void } }

/** The only toast; a new one replaces it. */
export const useToast = create<{ shown: (ToastText & { id: number }) | null }>(() => ({ shown: null }))

/** Shows a short message; 'danger' is the destructive kind. The title comes translated. */
export const toast = (shown: ToastText) =>
  useToast.setState((is) => ({ shown: { ...shown, id: (is.shown?.id ?? 0) + 1 } }))

/** Shows why something was not done. */
export const toastRefusal = (problem: unknown) => toast({ title: sentenceFrom(problem), tone: 'danger' })

/** Removes the toast, for example after what it reported has succeeded. */
export const hush = () => useToast.setState({ shown: null })
