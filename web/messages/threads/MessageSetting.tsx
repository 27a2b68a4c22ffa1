import { useState } from 'react'
import type * as z from 'zod/mini'
import { peopleParts } from '#contract/messages/threads/thread-shapes.ts'
import { MessageSettingsForm, threadReview } from '#contract/messages/threads/thread-review.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { PublishedRules } from '#web/records/PublishedRules.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { toast } from '#web/ui/toast.ts'
import { TimeInput } from './TimeInput.tsx'

type Settings = OutputOf<typeof threadReview.settings>

/** Whom parents may write to, when, how soon the school answers, and the words to confirm. */
export function MessageSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(threadReview.settings, { schoolId: school.id })
  return (
    <Screen narrow title={t('threads.setting.title')}>
      {data ? (
        <SettingForm key={data.version} settings={data} />
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={4} />
      )}
      <PublishedRules topic="messages" />
    </Screen>
  )
}

function SettingForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { mutateAsync: store } = useWrite(threadReview.saveSettings)
  const { schoolId, staff, version, words, answerDays, ...stored } = settings
  const [chosen, setChosen] = useState(stored)
  const put = (change: Partial<typeof stored>) => setChosen((before) => ({ ...before, ...change }))
  async function save({ words: typed, ...values }: z.input<typeof MessageSettingsForm>) {
    await store({ ...values, ...chosen, words: linesOf(typed) })
    toast({ title: t('settings.saved') })
  }
  return (
    <Form
      schema={MessageSettingsForm}
      start={{ schoolId, answerDays, words: words.join('\n'), baseVersion: version }}
      save={save}
      also={{ value: chosen, start: stored, put: (value) => setChosen(value as typeof stored) }}
    >
      <fieldset>
        <legend className="font-medium">{t('threads.setting.opens')}</legend>
        <p className="text-sm text-muted">{t('threads.setting.opensMeans')}</p>
        {peopleParts.map((part) => (
          <Tick
            key={part}
            label={t(`threads.part.${part}`)}
            checked={chosen.opens.includes(part)}
            onChange={(on) => put({ opens: on ? [...chosen.opens, part] : chosen.opens.filter((one) => one !== part) })}
          />
        ))}
      </fieldset>
      <div>
        <p className="font-medium">{t('threads.setting.office')}</p>
        <p className="mb-1 text-sm text-muted">{t('threads.setting.officeMeans')}</p>
        <Dropdown
          multiple
          wide
          label={t('threads.setting.office')}
          value={chosen.officeIds}
          onChange={(officeIds) => put({ officeIds })}
          items={staff.map(({ personId, personName }) => ({ value: personId, label: personName }))}
        />
      </div>
      <Span
        name="frame"
        from={chosen.frameFrom}
        to={chosen.frameTo}
        onChange={(frameFrom, frameTo) => put({ frameFrom, frameTo })}
      />
      <Span
        name="night"
        from={chosen.nightFrom}
        to={chosen.nightTo}
        onChange={(nightFrom, nightTo) => put({ nightFrom, nightTo })}
      />
      <TextField name="answerDays" label="threads.setting.answerDays" inputMode="numeric" />
      <LinesField name="words" label="threads.setting.words" hint="threads.setting.wordsMeans" />
    </Form>
  )
}

type SpanProps = { name: 'frame' | 'night'; from: string; to: string; onChange: (from: string, to: string) => void }

function Span({ name, from, to, onChange }: SpanProps) {
  const { t } = useTranslation()
  const label = t(`threads.setting.${name}`)
  return (
    <fieldset>
      <legend className="font-medium">{label}</legend>
      <p className="mb-1 text-sm text-muted">{t(`threads.setting.${name}Means`)}</p>
      <div className="flex flex-wrap items-center gap-2">
        <TimeInput
          label={`${label} · ${t('threads.setting.from')}`}
          value={from}
          onChange={(time) => onChange(time, to)}
        />
        <TimeInput
          label={`${label} · ${t('threads.setting.to')}`}
          value={to}
          onChange={(time) => onChange(from, time)}
        />
      </div>
    </fieldset>
  )
}

const linesOf = (typed: string | null | undefined) =>
  (typed ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
