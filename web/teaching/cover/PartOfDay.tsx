import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { Tick } from '#web/ui/Tick.tsx'

type Part = { of: 'day' | 'numbers' | 'time'; numbers: number[]; fromTime: string; toTime: string }

type Known = { fromTime: string | null; toTime: string | null; numbers: number[] | null }

const partOf = ({ fromTime, toTime, numbers }: Known): Part => {
  const times = { fromTime: fromTime ?? '', toTime: toTime ?? '' }
  if (numbers) return { of: 'numbers', numbers, ...times }
  return { of: fromTime || toTime ? 'time' : 'day', numbers: [], ...times }
}

/** Which part of a day somebody is absent: all of it, some lessons, or a time. */
export function useParts(known: Known = { fromTime: null, toTime: null, numbers: null }) {
  const [start] = useState(() => partOf(known))
  const [value, put] = useState(start)
  return {
    value,
    put,
    also: { value, start, put: (kept: unknown) => put(kept as Part) },
    /** As the server reads it; a part is of one day only. */
    sent({ toDay, fromDay }: { fromDay: string; toDay?: string | null | undefined }) {
      const isOneDay = !toDay || toDay === fromDay
      if (!isOneDay || value.of === 'day') return { fromTime: null, toTime: null, numbers: null }
      if (value.of === 'time') return { fromTime: value.fromTime, toTime: value.toTime, numbers: null }
      return { fromTime: null, toTime: null, numbers: value.numbers.length > 0 ? value.numbers : null }
    },
  }
}

const ways = ['day', 'numbers', 'time'] as const

export function PartOfDay({
  parts: { value, put },
  numbers,
}: {
  parts: ReturnType<typeof useParts>
  numbers: number[]
}) {
  const { t } = useTranslation()
  return (
    <div className="space-y-3">
      <Segments
        label={t('cover.part')}
        items={ways.map((of) => ({ value: of, label: t(`cover.partOf.${of}`) }))}
        value={value.of}
        onChange={(of) => put({ ...value, of })}
      />
      {value.of === 'numbers' && (
        <div className="flex flex-wrap gap-4">
          {numbers.map((number) => (
            <Tick
              key={number}
              label={String(number)}
              checked={value.numbers.includes(number)}
              onChange={(on) =>
                put({
                  ...value,
                  numbers: on ? [...value.numbers, number] : value.numbers.filter((one) => one !== number),
                })
              }
            />
          ))}
        </div>
      )}
      {value.of === 'time' && (
        <div className="flex flex-wrap items-center gap-2">
          {(['fromTime', 'toTime'] as const).map((name) => (
            <input
              key={name}
              type="time"
              aria-label={t(`cover.${name}`)}
              value={value[name]}
              onChange={({ target }) => put({ ...value, [name]: target.value })}
              className="min-h-11 rounded-field border border-line bg-surface px-4 py-2"
            />
          ))}
        </div>
      )}
    </div>
  )
}
