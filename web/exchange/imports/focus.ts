import { useEffect, useRef } from 'react'

/** Moves the focus to the page's content when another stage is shown, because the button that led there no longer exists. */
export function useFocusOn(stage: string | undefined) {
  const before = useRef(stage)
  useEffect(() => {
    if (before.current !== undefined && stage !== before.current)
      document.getElementById('main')?.focus({ preventScroll: true })
    before.current = stage
  }, [stage])
}
