import { Mail } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import type { Letter } from '#web/ui/Letters.tsx'
import { part } from '#web/ui/part.tsx'

const Letters = lazy(part(async () => (await import('#web/ui/Letters.tsx')).Letters))

/** Prints the letter to one invited person; `name` as in a list, where a sign has to do for the words. */
export function PrintLetter({ letter, schoolName, name }: { letter: Letter; schoolName: string; name?: string }) {
  const { t } = useTranslation()
  const [printing, setPrinting] = useState(false)
  const sign = <Mail className="size-5" aria-hidden="true" />
  const print = () => setPrinting(true)
  return (
    <>
      {name === undefined ? (
        <Button icon={sign} onClick={print}>
          {t('letter.print')}
        </Button>
      ) : (
        <IconButton label={`${t('letter.print')}: ${name}`} onClick={print}>
          {sign}
        </IconButton>
      )}
      {printing && (
        <LazyPart onClose={() => setPrinting(false)}>
          <Letters schoolName={schoolName} letters={[letter]} onClose={() => setPrinting(false)} />
        </LazyPart>
      )}
    </>
  )
}
