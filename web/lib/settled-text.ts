import { useDebounced } from './debounced.ts'

/** The typed text after a short pause, so that the server gets one request for a word and not one for each letter. */
export const useSettled = (typed: string): string => useDebounced(typed, 250).trim()
