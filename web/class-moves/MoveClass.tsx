import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classes } from '#contract/classes.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { SchoolHeld } from '#web/lib/slices.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown, type Item } from '#web/ui/Dropdown.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Failed } from '#web/ui/States.tsx'
import { MovePlan } from './MovePlan.tsx'
import { PastMoves } from './PastMoves.tsx'

/** Moves a whole class to its next one: two classes are chosen, the plan is looked at, then it is done and can be undone. */
export function MoveClass({ school, onClose }: { school: SchoolHeld; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(classes.list, { schoolId: school.id })
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  useEffect(() => document.getElementById('main')?.focus({ preventScroll: true }), [])

  const itemsOf = (rows: NonNullable<typeof data>): Item[] =>
    rows.map(({ id, name, gradeName, studentsCount, maxOfStudents }) => ({
      value: id,
      label: `${isolated(name)} · ${isolated(gradeName)} · ${isolated(`${studentsCount}/${maxOfStudents}`)}`,
    }))
  const choice = (label: string, items: Item[], value: string | null, onChange: (id: string) => void) => (
    <div>
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {t(label)}
      </span>
      <Dropdown wide className="min-h-12" label={t(label)} items={items} value={value} onChange={onChange} />
    </div>
  )

  return (
    <Screen
      title={t('settings.moves.title')}
      lead={t('settings.moves.lead')}
      narrow
      tools={
        <Button icon={<ArrowLeft className="mirror-rtl size-5" aria-hidden="true" />} onClick={onClose}>
          {t('settings.students.all')}
        </Button>
      }
    >
      {data ? (
        <>
          <div className="mb-5 grid gap-4 sm:grid-cols-2">
            {choice('settings.moves.from', itemsOf(data), from, setFrom)}
            {choice('settings.moves.to', itemsOf(data.filter(({ id, active }) => active && id !== from)), to, setTo)}
          </div>
          {from && to && from !== to && (
            <MovePlan
              key={`${from} ${to}`}
              from={from}
              to={to}
              onMoved={() => {
                setFrom(null)
                setTo(null)
              }}
            />
          )}
          <PastMoves schoolId={school.id} />
        </>
      ) : error ? (
        <Failed error={error} again={refetch} />
      ) : (
        <Loading />
      )}
    </Screen>
  )
}
