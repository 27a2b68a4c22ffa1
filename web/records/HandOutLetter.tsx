import { Mail } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import type { Letter } from '#web/ui/Letters.tsx'
import { momentText } from '#web/ui/Moment.tsx'
import { part } from '#web/ui/part.tsx'

const Letters = lazy(part(async () => (await import('#web/ui/Letters.tsx')).Letters))

type Props = {
  letter: Extract<Letter, { phoneNumber: string }>
  schoolName: string
  name: string
  /** Makes the code, which takes the place of one that was printed before. */
  issue: () => Promise<{ code: string; expiresAt: string }>
}

/** The letter with a code, to an invited number that no code can be sent to. Whoever holds it opens the account, so it is asked first. */
export function HandOutLetter({ letter, schoolName, name, issue }: Props) {
  const { t } = useTranslation()
  const [printed, setPrinted] = useState<Letter | null>(null)
  return (
    <>
      <AskFirst
        title={t('settings.letter.ask', { name: isolated(name) })}
        description={t('settings.letter.means')}
        submit={t('letter.print')}
        run={async () => {
          const { code, expiresAt } = await issue()
          setPrinted({ ...letter, code, goodUntil: momentText(expiresAt) })
        }}
      >
        {(ask, busy) => (
          <IconButton label={`${t('settings.letter.print')}: ${name}`} onClick={ask} disabled={busy}>
            <Mail className="size-5" aria-hidden="true" />
          </IconButton>
        )}
      </AskFirst>
      {printed && (
        <LazyPart onClose={() => setPrinted(null)}>
          <Letters schoolName={schoolName} letters={[printed]} onClose={() => setPrinted(null)} />
        </LazyPart>
      )}
    </>
  )
}
