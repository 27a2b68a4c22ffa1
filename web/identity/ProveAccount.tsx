import { useState } from 'react'
import { GivenProof, proof } from '#contract/identity/proof.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { askWho } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

type Way = 'sms' | 'school'

/** In place of every screen, while it is in doubt whether the account's number is still its person's. */
export function ProveAccount() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(proof.get, {})
  return (
    <Screen title={t('numbers.prove.title')} narrow>
      {data ? (
        <div className="max-w-md space-y-5">
          <p>{t(`numbers.prove.because.${data.because ?? 'silence'}`)}</p>
          {data.ways.map((way) => (
            <Card key={way} className="space-y-4">
              <Given way={way} />
            </Card>
          ))}
        </div>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={2} />
      )}
    </Screen>
  )
}

function Given({ way }: { way: Way }) {
  const { t } = useTranslation()
  const give = useWrite(proof.give)
  return (
    <>
      <h2 className="text-lg">{t(`numbers.prove.${way}`)}</h2>
      <p className="text-muted">{t(`numbers.prove.${way}Lead`)}</p>
      {way === 'sms' && <SendCode />}
      <Form<{ way: Way; code: string }>
        schema={GivenProof}
        start={{ way, code: '' }}
        save={async (given) => {
          await give.mutateAsync(given)
          await askWho()
        }}
        submit="numbers.prove.give"
        wide
      >
        <TextField name="code" label="numbers.prove.code" autoComplete="one-time-code" dir="ltr" />
      </Form>
    </>
  )
}

function SendCode() {
  const { t } = useTranslation()
  const send = useWrite(proof.sendCode)
  const [sent, setSent] = useState(false)
  const press = () => send.mutateAsync({}).then(() => setSent(true), toastRefusal)
  return (
    <Button disabled={send.isPending} onClick={() => void press()}>
      {t(sent ? 'numbers.prove.sent' : 'numbers.prove.send')}
    </Button>
  )
}
