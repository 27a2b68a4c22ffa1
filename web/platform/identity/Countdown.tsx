import { useSyncExternalStore } from 'react'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'

/** Seconds left until an epoch in milliseconds, never below 0; the component follows. */
export const useSecondsUntil = (until: number) =>
  useSyncExternalStore(often, () => Math.max(0, Math.ceil((until - epoch()) / 1000)))

/** The key `text` and the time left as 1:05; at the end the key `done`. */
export function Countdown({ until, text, done }: { until: number; text: string; done: string }) {
  const { t } = useTranslation()
  const left = useSecondsUntil(until)
  if (left === 0) return t(done)
  return (
    <>
      {t(text)} <Digits>{clock(left)}</Digits>
    </>
  )
}

function often(look: () => void) {
  const timer = setInterval(look, 250)
  return () => clearInterval(timer)
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
