import { useState } from 'react'
import type * as z from 'zod/mini'
import { coverFigures, RulesToSave } from '#contract/teaching/cover/cover-figures.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { dayAfter, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { PublishedRules } from '#web/records/PublishedRules.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { NumberInput } from '#web/ui/NumberInput.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'

type Rules = OutputOf<typeof coverFigures.rules>
type OwnRules = Rules['teachers'][number]
type Props = { school: OwnSchool; onClose: () => void }

/** How a school covers, and the teachers for whom something else holds. */
export function RulesDialog({ school, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(coverFigures.rules, { schoolId: school.id })
  return (
    <Dialog open onOpenChange={onClose} title={t('cover.rules.title')} description={t('cover.rules.means')}>
      {data ? (
        <RulesForm key={data.version} rules={data} onClose={onClose} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
      <PublishedRules topic="cover" />
    </Dialog>
  )
}

const weekdays = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

const isOwn = ({ exempt, fullLoad, standby }: OwnRules) => exempt || fullLoad !== null || standby.length > 0

function RulesForm({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const { t } = useTranslation()
  const store = useChange(coverFigures.saveRules)
  const { schoolId, aDay, inRow, fullLoad, consent, version } = rules
  const [start] = useState(() => rules.teachers.filter(isOwn))
  const [own, setOwn] = useState(start)
  const put = (teacherId: string, change: Partial<OwnRules>) =>
    setOwn((before) => before.map((one) => (one.teacherId === teacherId ? { ...one, ...change } : one)))
  async function save(values: z.input<typeof RulesToSave>) {
    const teachers = own.filter(isOwn).map(({ teacherName: _, ...one }) => one)
    await store({ ...values, teachers, baseVersion: version })
    toast({ title: t('settings.saved') })
    onClose()
  }
  const others = rules.teachers.filter(({ teacherId }) => !own.some((one) => one.teacherId === teacherId))
  return (
    <Form
      schema={RulesToSave}
      start={{ schoolId, aDay, inRow, fullLoad, consent, teachers: [] }}
      save={save}
      beside={<DialogCancel />}
      also={{ value: own, start, put: (kept) => setOwn(kept as OwnRules[]) }}
    >
      <TextField name="aDay" label="cover.rules.aDay" inputMode="numeric" />
      <TextField name="inRow" label="cover.rules.inRow" inputMode="numeric" />
      <TextField name="fullLoad" label="cover.rules.fullLoad" inputMode="numeric" />
      <CheckField name="consent" label="cover.rules.consent" />
      <fieldset className="space-y-3">
        <legend className="font-medium">{t('cover.rules.teachers')}</legend>
        {own.map((one) => (
          <OneTeacher key={one.teacherId} one={one} onChange={(change) => put(one.teacherId, change)} />
        ))}
        <Dropdown
          wide
          label={t('cover.rules.addTeacher')}
          placeholder={t('cover.rules.addTeacher')}
          items={others.map(({ teacherId, teacherName }) => ({ value: teacherId, label: teacherName }))}
          value={null}
          onChange={(id) => setOwn([...own, ...rules.teachers.filter(({ teacherId }) => teacherId === id)])}
        />
      </fieldset>
    </Form>
  )
}

const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

function OneTeacher({ one, onChange }: { one: OwnRules; onChange: (change: Partial<OwnRules>) => void }) {
  const { t, language } = useTranslation()
  // 31 October 2026 is a Saturday.
  const nameOf = (nth: number) => weekdayName(dayAfter('2026-10-31', nth), language)
  const places = weekdays.flatMap((weekday, nth) =>
    numbers.map((number) => ({ value: `${weekday} ${number}`, label: `${nameOf(nth)} · ${number}` })),
  )
  return (
    <div className="space-y-2 rounded-card border border-line px-4 py-3">
      <p className="font-medium">
        <Bdi>{one.teacherName}</Bdi>
      </p>
      <Tick label={t('cover.rules.exempt')} checked={one.exempt} onChange={(exempt) => onChange({ exempt })} />
      <NumberInput
        label={t('cover.rules.ownLoad')}
        value={one.fullLoad}
        onChange={(fullLoad) => onChange({ fullLoad })}
      />
      <Dropdown
        multiple
        wide
        words
        label={t('cover.rules.standby')}
        placeholder={t('cover.rules.standby')}
        items={places}
        value={one.standby.map(({ weekday, number }) => `${weekday} ${number}`)}
        onChange={(chosen) =>
          onChange({
            standby: chosen.map((place) => {
              const [weekday = '', number] = place.split(' ')
              return { weekday, number: Number(number) }
            }),
          })
        }
      />
    </div>
  )
}
