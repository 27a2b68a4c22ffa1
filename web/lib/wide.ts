import { useSyncExternalStore } from 'react'

const screens = typeof matchMedia === 'undefined' ? null : matchMedia('(min-width: 80rem)')

/** Whether two columns stand beside the menu (the breakpoint `xl`), for content whose place differs and not only its look. */
export const useWide = () =>
  useSyncExternalStore(
    (onChange) => {
      screens?.addEventListener('change', onChange)
      return () => screens?.removeEventListener('change', onChange)
    },
    () => screens?.matches ?? false,
  )
