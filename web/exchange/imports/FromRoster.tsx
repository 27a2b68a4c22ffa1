import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { rosterSource } from '#contract/exchange/imports/roster-source.ts'
import { optional, Text } from '#contract/language/fields.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { leadingTo } from '#web/lib/students-address.ts'
import { useChange } from '#web/records/change.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { PasswordField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { toast } from '#web/ui/toast.ts'
import { putImport } from './import.ts'
import { choiceIn, type Parts, type PartsQuestion } from './parts.ts'
import { PartsChoice } from './PartsChoice.tsx'

type Source = OutputOf<typeof rosterSource.get>

/** Reads what the other service offers, and goes on to its import; one of several schools is asked about. */
function useReading(schoolId: string) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [choice, setChoice] = useState<PartsQuestion | null>(null)
  async function read({ sheets }: Parts = {}) {
    setError(null)
    setChoice(null)
    setReading(true)
    try {
      const draft = await call(rosterSource.read, { schoolId, ...(sheets && { sheets }) })
      putImport(draft)
      await navigate({ search: leadingTo(query, 'import', draft.id) })
    } catch (problem) {
      const asked = choiceIn(problem)
      setReading(false)
      setChoice(asked)
      if (!asked) setError(sentenceFrom(problem))
    }
  }
  return { isReading, error, choice, read, cancel: () => setChoice(null) }
}

/** Students, classes and staff that another service offers by OneRoster: which one, and reading it now. */
export function FromRoster({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { data } = useRead(rosterSource.get, { schoolId })
  const [editing, setEditing] = useState(false)
  const { isReading, error, choice, read, cancel } = useReading(schoolId)
  if (!data) return null
  if (choice) return <PartsChoice {...choice} onTake={(taken) => void read(taken)} onCancel={cancel} />
  const isEntered = data.rosterUrl !== null
  return (
    <section className="mt-4 rounded-card border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <About source={data} />
        <div className="flex flex-wrap items-center gap-3">
          {isEntered && <Remove schoolId={schoolId} rosterUrl={data.rosterUrl!} />}
          {isEntered && (
            <Button disabled={isReading} onClick={() => void read()}>
              {t(isReading ? 'imports.fromRosterReading' : 'imports.fromRosterNow')}
            </Button>
          )}
          <Button disabled={isReading} onClick={() => setEditing(true)}>
            {t(isEntered ? 'imports.fromRosterChange' : 'imports.fromRosterEnter')}
          </Button>
        </div>
      </div>
      {error && (
        <p role="alert" className="mt-3 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {error}
        </p>
      )}
      {editing && <EditSource schoolId={schoolId} source={data} onClose={() => setEditing(false)} />}
    </section>
  )
}

function About({ source: { rosterUrl, readAt } }: { source: Source }) {
  const { t } = useTranslation()
  return (
    <div className="min-w-0 flex-1 basis-64">
      <h2 className="font-semibold">{t('imports.fromRoster')}</h2>
      <p className="text-sm text-muted">
        {rosterUrl === null ? (
          t('imports.fromRosterHint')
        ) : (
          <bdi dir="ltr" className="break-all">
            {rosterUrl}
          </bdi>
        )}
        {readAt && (
          <>
            {' · '}
            {t('imports.fromRosterRead')} <Moment at={readAt} />
          </>
        )}
      </p>
    </div>
  )
}

function Remove({ schoolId, rosterUrl }: { schoolId: string; rosterUrl: string }) {
  const { t } = useTranslation()
  const remove = useChange(rosterSource.remove)
  return (
    <RemoveButton
      name={new URL(rosterUrl).host}
      means={t('imports.fromRosterRemove')}
      run={() => remove({ schoolId })}
    />
  )
}

const SourceForm = z.object({
  rosterUrl: Text(10, 500),
  tokenUrl: Text(10, 500),
  clientId: Text(1, 300),
  clientSecret: optional(Text(0, 500)),
})
type Typed = { rosterUrl: string; tokenUrl: string; clientId: string; clientSecret: string }

function EditSource({ schoolId, source, onClose }: { schoolId: string; source: Source; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useChange(rosterSource.save)
  const { rosterUrl, tokenUrl, clientId, version } = source
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('imports.fromRoster')}
      description={t('imports.fromRosterMeans')}
    >
      <Form<Typed>
        schema={SourceForm}
        start={{ rosterUrl: rosterUrl ?? '', tokenUrl: tokenUrl ?? '', clientId: clientId ?? '', clientSecret: '' }}
        draft={false}
        beside={<DialogCancel />}
        save={async (typed) => {
          await save({ ...typed, schoolId, ...(version > 0 && { baseVersion: version }) })
          toast({ title: t('settings.saved') })
          onClose()
        }}
      >
        <TextField name="rosterUrl" label="imports.rosterUrl" hint="imports.rosterUrlHint" dir="ltr" />
        <TextField name="tokenUrl" label="imports.tokenUrl" dir="ltr" />
        <TextField name="clientId" label="imports.clientId" dir="ltr" />
        <PasswordField
          name="clientSecret"
          label="imports.clientSecret"
          autoComplete="off"
          {...(version > 0 && { hint: 'imports.clientSecretStays' })}
        />
      </Form>
    </Dialog>
  )
}
