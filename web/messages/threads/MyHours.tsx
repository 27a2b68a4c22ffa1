import { useState } from 'react'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'
import { nameOfWeekday } from './hours-in-words.ts'
import { TimeInput } from './TimeInput.tsx'

type Hours = OutputOf<typeof threadReview.hours>

/** The hours in which a person of the school is notified, and who answers while they are away. */
export function MyHours({ title, onClose }: { title: string; onClose: () => void }) {
  const schoolId = useDefaultSchool()?.id ?? ''
  const { data, error, refetch } = useRead(threadReview.hours, { schoolId }, { enabled: schoolId !== '' })
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      {data ? (
        <HoursForm hours={data} onClose={onClose} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={3} />
      )}
    </Dialog>
  )
}

function HoursForm({ hours, onClose }: { hours: Hours; onClose: () => void }) {
  const { t, language } = useTranslation()
  const { mutateAsync: store } = useWrite(threadReview.saveHours)
  const { schoolId, openWeekdays, frameFrom, frameTo, awayFrom, awayUntil, standInId, colleagues, version } = hours
  const [own, setOwn] = useState(hours.own)
  const days = [...new Set([...openWeekdays, ...hours.own.map(({ weekday }) => weekday)])]
  const put = (weekday: string, change: Partial<Hours['own'][number]> | null) =>
    setOwn((before) => {
      const others = before.filter((day) => day.weekday !== weekday)
      if (change === null) return others
      const day = before.find((one) => one.weekday === weekday) ?? { weekday, from: frameFrom, to: frameTo }
      return [...others, { ...day, ...change }]
    })
  async function save(values: InputOf<typeof threadReview.saveHours>) {
    await store({ ...values, own })
    toast({ title: t('threads.myHours.saved') })
    onClose()
  }
  return (
    <Form
      schema={threadReview.saveHours.input}
      start={{
        schoolId,
        own: [],
        awayFrom: awayFrom ?? '',
        awayUntil: awayUntil ?? '',
        standInId: standInId ?? '',
        baseVersion: version,
      }}
      save={save}
      also={{ value: own, start: hours.own, put: (value) => setOwn(value as Hours['own']) }}
    >
      <p className="text-sm text-muted">{t('threads.myHours.means', { from: frameFrom, to: frameTo })}</p>
      <ul className="space-y-2">
        {days.map((weekday) => {
          const name = nameOfWeekday(weekday, language)
          const day = own.find((one) => one.weekday === weekday)
          return (
            <li key={weekday}>
              <Tick label={name} checked={day !== undefined} onChange={(on) => put(weekday, on ? {} : null)} />
              {day && (
                <div className="flex items-center gap-2 ps-8">
                  <TimeInput
                    label={`${name} · ${t('threads.setting.from')}`}
                    value={day.from}
                    onChange={(from) => put(weekday, { from })}
                  />
                  <TimeInput
                    label={`${name} · ${t('threads.setting.to')}`}
                    value={day.to}
                    onChange={(to) => put(weekday, { to })}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
      <DateField name="awayFrom" label="threads.myHours.awayFrom" />
      <DateField name="awayUntil" label="threads.myHours.awayUntil" />
      <ChoiceField
        name="standInId"
        label="threads.myHours.standIn"
        none="threads.myHours.nobody"
        items={colleagues.map(({ personId, personName }) => ({ value: personId, label: personName }))}
      />
    </Form>
  )
}
