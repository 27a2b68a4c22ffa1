import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { Code } from '#contract/language/fields.ts'
import { Refused } from '#contract/language/caller.ts'
import { GivenProof, proof } from '#contract/platform/identity/proof.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { askWho, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { nextAfter } from './code-request.ts'
import { CodeField } from './CodeField.tsx'
import { Countdown, useSecondsUntil } from './Countdown.tsx'
import { PhoneNumber } from '#web/ui/Bdi.tsx'

/**
 * In place of every screen, while it is in doubt whether the account's number is still its person's, or while a sign-in on a new device needs
 * a code besides the password.
 */
export function ProveAccount() {
  const { t } = useTranslation()
  const { data } = useRead(proof.get, {})
  return (
    <Screen title={t(data?.because === 'guesses' ? 'numbers.prove.signIn' : 'numbers.prove.title')} narrow>
      <WaysToProve />
    </Screen>
  )
}

/** The ways in which this person can prove that the number is theirs. */
export function WaysToProve() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(proof.get, {})
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={2} />
  return (
    <div className="max-w-md space-y-5">
      <p>{t(`numbers.prove.because.${data.because ?? 'silence'}`)}</p>
      {data.ways.map((way) => (
        <Card key={way} className="space-y-4">
          {way === 'sms' ? <BySms>{data.because !== 'guesses' && <Lead way={way} />}</BySms> : <BySchool />}
        </Card>
      ))}
    </div>
  )
}

const Lead = ({ way }: { way: 'sms' | 'school' }) => {
  const { t } = useTranslation()
  return (
    <>
      <h2 className="text-lg">{t(`numbers.prove.${way}`)}</h2>
      <p className="text-muted">{t(`numbers.prove.${way}Lead`)}</p>
    </>
  )
}

const SmsForm = z.strictObject({ code: Code })

/** The field appears with the first code, or for a person who already has one. */
function BySms({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const phoneNumber = useSession().user?.phoneNumber ?? ''
  const give = useWrite(proof.give)
  const send = useWrite(proof.sendCode)
  const [sent, setSent] = useState({ times: 0, resendAt: 0, hasCode: false })
  const left = useSecondsUntil(sent.resendAt)

  async function press() {
    try {
      await send.mutateAsync({})
      const times = sent.times + 1
      setSent({ times, resendAt: nextAfter(times), hasCode: true })
    } catch (error) {
      if (error instanceof Refused && error.status === 429)
        setSent({ ...sent, resendAt: epoch() + (error.retryAfter ?? 30) * 1000, hasCode: true })
      toastRefusal(error)
    }
  }
  const sendButton = (
    <Button
      tone={sent.hasCode ? 'plain' : 'primary'}
      wide
      disabled={left > 0 || send.isPending}
      onClick={() => void press()}
    >
      <span>
        {sent.hasCode ? (
          <Countdown until={sent.resendAt} text="otp.resendIn" done="otp.resend" />
        ) : (
          t('numbers.prove.send')
        )}
      </span>
    </Button>
  )

  if (!sent.hasCode)
    return (
      <>
        {children}
        <p>
          {t('numbers.prove.sendTo')} <PhoneNumber phone={phoneNumber} />
        </p>
        {sendButton}
        <Button tone="quiet" onClick={() => setSent({ ...sent, hasCode: true })}>
          {t('otp.haveCode')}
        </Button>
      </>
    )
  return (
    <>
      {children}
      <p role="status">
        {t('otp.sentTo')} <PhoneNumber phone={phoneNumber} />
      </p>
      <Form<{ code: string }>
        schema={SmsForm}
        start={{ code: '' }}
        save={async ({ code }) => {
          await give.mutateAsync({ way: 'sms', code })
          await askWho()
        }}
        submit="common.confirm"
        wide
      >
        <CodeField name="code" label="otp.code" />
      </Form>
      {sendButton}
      <p className="text-sm text-muted">{t('otp.goodFor')}</p>
    </>
  )
}

function BySchool() {
  const give = useWrite(proof.give)
  return (
    <>
      <Lead way="school" />
      <Form<{ way: 'school'; code: string }>
        draft={false}
        schema={GivenProof}
        start={{ way: 'school', code: '' }}
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
