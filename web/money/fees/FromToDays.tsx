import { isCivilDay } from '#web/lib/days.ts'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { useState } from 'react'

type Days = { from: string; to: string }

/** Two days that narrow a list. A day that is still being typed changes nothing. */
export function FromToDays({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [typed, setTyped] = useState(days)
  const set = (more: Partial<Days>) => {
    const next = { ...typed, ...more }
    setTyped(next)
    if (isCivilDay(next.from) && isCivilDay(next.to)) onChange(next)
  }
  return (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <LabelledDay label="fees.fromDay" value={typed.from} onChange={(from) => set({ from })} />
      <LabelledDay label="fees.toDay" value={typed.to} onChange={(to) => set({ to })} />
    </div>
  )
}
