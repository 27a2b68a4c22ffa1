import { useState } from 'react'
import * as z from 'zod/mini'
import { scopeNames, type ProgramScope } from '#contract/language/programs.ts'
import { Day, optional, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { programKeys, proofAgain } from '#contract/platform/connections/program-keys.ts'
import { dayAfter, todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { noProof, ProofField, useProof } from './proof.tsx'

const KeyForm = z.object({
  keyName: NameOf(2, 60),
  endsOn: Day,
  networks: optional(Text(0, 600, { lines: true })),
  ...proofAgain,
})
type Typed = { keyName: string; endsOn: string; networks: string | null; otpCode: string; password: string }

const usualLife = 365

/** Makes a key for a program; its secret is shown here, once. */
export function MakeKey({ school, onClose }: { school: OwnSchool; onClose: () => void }) {
  const { t } = useTranslation()
  const make = useChange(programKeys.make)
  const [scopes, setScopes] = useState<ReadonlySet<ProgramScope>>(new Set(['roster']))
  const [secret, setSecret] = useState<string | null>(null)
  const { needed, asking } = useProof()
  const turn = (scope: ProgramScope, isOn: boolean) =>
    setScopes(new Set(scopeNames.filter((one) => (one === scope ? isOn : scopes.has(one)))))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.connection.add')}
      description={t(secret === null ? 'settings.connection.addMeans' : 'settings.connection.once')}
    >
      {secret === null ? (
        <Form<Typed>
          schema={KeyForm}
          start={{ keyName: '', endsOn: dayAfter(todayIn(school.timeZone), usualLife), networks: '', ...noProof }}
          submit="settings.connection.make"
          beside={<DialogCancel />}
          also={{
            value: [...scopes],
            start: ['roster'],
            put: (value) => setScopes(new Set(value as ProgramScope[])),
          }}
          save={async ({ networks, ...typed }) => {
            const lines = (networks ?? '').split('\n').flatMap((line) => line.trim() || [])
            const values = { schoolId: school.id, ...typed, networks: lines, scopes: [...scopes] }
            return asking(async () => setSecret((await make(values)).secret))
          }}
        >
          <TextField name="keyName" label="settings.connection.keyName" hint="settings.connection.keyNameHint" />
          <fieldset>
            <legend className="mb-1.5 font-medium">{t('settings.connection.scopes')}</legend>
            {scopeNames.map((scope) => (
              <Tick
                key={scope}
                label={t(`settings.connection.scope.${scope}`)}
                checked={scopes.has(scope)}
                onChange={(is) => turn(scope, is)}
              />
            ))}
          </fieldset>
          <DateField name="endsOn" label="settings.connection.endsOn" />
          <LinesField name="networks" label="settings.connection.networks" hint="settings.connection.networksHint" />
          <ProofField needed={needed} />
        </Form>
      ) : (
        <div className="space-y-3">
          <ShownOnce secret={secret} copy={t('settings.connection.copy')} copied={t('settings.connection.copied')} />
        </div>
      )}
    </Dialog>
  )
}
