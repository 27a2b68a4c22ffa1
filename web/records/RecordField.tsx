import { lazy } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { AmountField } from './AmountField.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { Field } from './fields.ts'
import { Proposal } from './Proposal.tsx'

const DateField = lazy(part(async () => (await import('#web/ui/DateField.tsx')).DateField))

/** A field of a setting in the form around it. */
export function RecordField({ of, field }: { of: string; field: Field }) {
  const { name, kind, items = [], none, hint, leadsTo, opened } = field
  const { t } = useTranslation()
  const label = field.label ?? `settings.${of}.${name}`
  if (kind === 'choice')
    return (
      <>
        <ChoiceField name={name} label={label} hint={hint} items={items} none={none} startOpen={opened} />
        {leadsTo && (
          <Link to={leadsTo.to} className="inline-flex min-h-11 items-center text-primary underline underline-offset-4">
            {t(leadsTo.label)}
          </Link>
        )}
      </>
    )
  if (kind === 'lines') return <LinesField name={name} label={label} hint={hint} />
  const common = { name, label, ...(hint && { hint }) }
  if (kind === 'number') return <AmountField {...common} />
  if (kind === 'link') return <TextField {...common} dir="ltr" className="rtl:text-end" inputMode="url" />
  if (kind === 'day')
    return (
      <LazyPart fallback={<Skeleton className="h-20" />}>
        <DateField {...common} />
      </LazyPart>
    )
  return (
    <div>
      <TextField {...common} dir="auto" />
      {field.proposal && <Proposal name={name} value={field.proposal} />}
    </div>
  )
}
