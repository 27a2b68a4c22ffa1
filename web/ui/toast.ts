import { create } from 'zustand'

export type ToastText = { title: string; tone?: 'danger' | undefined }

/** The one toast there is; a new one takes its place. */
export const useToast = create<{ told: (ToastText & { id: number }) | null }>(() => ({ told: null }))

/** Shows a short message; 'danger' is the destructive kind. The title comes translated. */
export const toast = (told: ToastText) => useToast.setState((is) => ({ told: { ...told, id: (is.told?.id ?? 0) + 1 } }))

/** Takes the toast away, as when what it complained of has since succeeded. */
export const hush = () => useToast.setState({ told: null })
