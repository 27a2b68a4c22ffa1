import { useState } from 'react'
import * as z from 'zod/mini'
import { Code, Phone } from '#contract/language/fields.ts'
import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { type FoundPerson, foundName } from '#web/records/FindPerson.tsx'
import { PrintLetter } from '#web/records/PrintLetter.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Digits, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { PhoneField } from '#web/ui/PhoneField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Moment, momentText } from '#web/ui/Moment.tsx'
import { toast } from '#web/ui/toast.ts'
import { NoCodesThere } from './NoCodesThere.tsx'

type Props = { school: OwnSchool; person: FoundPerson; onClose: () => void }

/** What a school does for a person who stands there without the old number. */
export function PersonDialog({ school, person, onClose }: Props) {
  const { t } = useTranslation()
  const reportLost = useChange(phoneChanges.reportLost)
  const name = foundName(person)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={isolated(name)}>
      <div className="space-y-6">
        <p className="rounded-field bg-wait-soft px-4 py-3 text-wait">{t('numbers.setting.seenInPerson')}</p>
        <Change school={school} person={person} onDone={onClose} />
        <section className="space-y-3 border-t border-line pt-4">
          <p className="text-muted">{t('numbers.setting.lostLead')}</p>
          <AskFirst
            title={t('numbers.setting.lostAsk', { name: isolated(name) })}
            description={t('numbers.setting.lostMeans')}
            submit={t('numbers.setting.lost')}
            run={async () => {
              await reportLost({ schoolId: school.id, userId: person.id })
              toast({ title: t('numbers.setting.lostDone') })
            }}
            danger
          >
            {(ask, busy) => (
              <Button disabled={busy} onClick={ask}>
                {t('numbers.setting.lost')}
              </Button>
            )}
          </AskFirst>
        </section>
        <Proof school={school} person={person} />
      </div>
    </Dialog>
  )
}

function Change({ school, person, onDone }: { school: OwnSchool; person: FoundPerson; onDone: () => void }) {
  const { t } = useTranslation()
  const sendCode = useChange(phoneChanges.sendCode)
  const request = useChange(phoneChanges.request)
  const [number, setNumber] = useState('')
  const schoolId = school.id
  if (!number)
    return (
      <Form<{ phoneNumber: string }>
        key="number"
        schema={NewNumber}
        start={{ phoneNumber: '' }}
        save={async (values) => {
          await sendCode({ schoolId, ...values })
          setNumber(values.phoneNumber)
        }}
        submit="numbers.setting.sendCode"
      >
        <PhoneField name="phoneNumber" label="numbers.change.phoneNumber" autoComplete="off" />
        <NoCodesThere />
      </Form>
    )
  return (
    <Form<{ code: string }>
      key="code"
      draft={false}
      schema={CodeTold}
      start={{ code: '' }}
      save={async ({ code }) => {
        await request({ schoolId, userId: person.id, phoneNumber: number, code, seenInPerson: 1 })
        toast({ title: t('numbers.setting.requested') })
        onDone()
      }}
      submit="numbers.setting.request"
      beside={<Button onClick={() => setNumber('')}>{t('numbers.change.back')}</Button>}
    >
      <TextField name="code" label="numbers.change.newCode" inputMode="numeric" autoComplete="off" dir="ltr" />
    </Form>
  )
}

/** A code for an account that must be proved, to be written down or printed; it is shown once. */
function Proof({ school, person }: { school: OwnSchool; person: FoundPerson }) {
  const { t } = useTranslation()
  const issue = useChange(phoneChanges.issueProof)
  const [issued, setIssued] = useState<{ code: string; expiresAt: string } | null>(null)
  return (
    <section className="space-y-3 border-t border-line pt-4">
      <p className="text-muted">{t('numbers.setting.proofLead')}</p>
      {issued ? (
        <>
          <p role="status">
            <span className="text-2xl font-semibold">
              <Digits>{issued.code}</Digits>
            </span>
            <br />
            {t('numbers.setting.goodUntil')} <Moment at={issued.expiresAt} />
          </p>
          <PrintLetter
            schoolName={school.name}
            letter={{
              id: person.id,
              to: 'proof',
              personName: foundName(person),
              code: issued.code,
              goodUntil: momentText(issued.expiresAt),
            }}
          />
        </>
      ) : (
        <AskFirst
          title={t('numbers.setting.proofAsk', { name: isolated(foundName(person)) })}
          submit={t('numbers.setting.proof')}
          run={async () => setIssued(await issue({ schoolId: school.id, userId: person.id, seenInPerson: 1 }))}
        >
          {(ask, busy) => (
            <Button disabled={busy} onClick={ask}>
              {t('numbers.setting.proof')}
            </Button>
          )}
        </AskFirst>
      )}
    </section>
  )
}

const NewNumber = z.strictObject({ phoneNumber: Phone })
const CodeTold = z.strictObject({ code: Code })
