import { type ReactNode, useId } from 'react'
import { deviceLanguages } from '#contract/messages/push/push.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { NotStored } from '#web/ui/NotStored.tsx'
import type { Choosing } from './choosing.ts'

/** When notices come, in which language, and whether by SMS too. */
export function Hours({ preferences, choose, isPending }: Choosing) {
  const { t } = useTranslation()
  const { digestHour, quietFrom, quietTo, language, sms, smsPossible } = preferences
  const isQuiet = quietFrom !== null && quietTo !== null
  return (
    <section aria-labelledby="hours" className="space-y-4">
      <div>
        <h2 id="hours" className="text-lg">
          {t('notices.hours')}
        </h2>
        <p className="text-sm text-muted">{t('notices.hoursHint')}</p>
      </div>
      <Hour
        label="notices.digestHour"
        value={digestHour}
        pending={isPending('digestHour')}
        onChange={(hour) => choose({ digestHour: hour })}
      />
      <Check
        label="notices.quiet"
        hint="notices.quietHint"
        pending={isPending('quietFrom')}
        checked={isQuiet}
        onChange={(on) => choose(on ? { quietFrom: 22, quietTo: 6 } : { quietFrom: null, quietTo: null })}
      />
      {isQuiet && (
        <div className="grid gap-4 ps-8 sm:grid-cols-2">
          <Hour
            label="work.fromDate"
            value={quietFrom}
            pending={isPending('quietFrom')}
            onChange={(hour) => choose({ quietFrom: hour })}
          />
          <Hour
            label="work.toDate"
            value={quietTo}
            pending={isPending('quietTo')}
            onChange={(hour) => choose({ quietTo: hour })}
          />
        </div>
      )}
      <Select
        label="notices.language"
        pending={isPending('language')}
        value={language ?? ''}
        onChange={(wanted) => choose({ language: deviceLanguages.find((one) => one === wanted) ?? null })}
      >
        <option value="">{t('notices.languageOfDevice')}</option>
        <option value="ar" lang="ar">
          العربية
        </option>
        <option value="en" lang="en">
          English
        </option>
      </Select>
      {smsPossible && (
        <Check
          label="notices.sms"
          hint="notices.smsHint"
          pending={isPending('sms')}
          checked={sms}
          onChange={(wanted) => choose({ sms: wanted })}
        />
      )}
    </section>
  )
}

type SelectProps = {
  label: string
  value: string
  pending: boolean
  onChange: (value: string) => void
  children: ReactNode
}

function Select({ label, value, pending, onChange, children }: SelectProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label htmlFor={id} className="me-auto font-medium">
        {t(label)}
      </label>
      <NotStored pending={pending} />
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 min-w-32 rounded-field border border-line bg-surface px-3"
      >
        {children}
      </select>
    </div>
  )
}

type HourProps = { label: string; value: number; pending: boolean; onChange: (hour: number) => void }

const Hour = ({ label, value, pending, onChange }: HourProps) => (
  <Select label={label} value={String(value)} pending={pending} onChange={(hour) => onChange(Number(hour))}>
    {Array.from({ length: 24 }, (_, hour) => (
      <option key={hour} value={hour}>{`${String(hour).padStart(2, '0')}:00`}</option>
    ))}
  </Select>
)

type CheckProps = { label: string; hint: string; checked: boolean; pending: boolean; onChange: (on: boolean) => void }

function Check({ label, hint, checked, pending, onChange }: CheckProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="flex min-h-11 items-start gap-3 py-1">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0 accent-(--primary)"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {t(label)}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {t(hint)}
        </p>
        <NotStored pending={pending} />
      </div>
    </div>
  )
}
