import { RotateCw, TriangleExclamationPoint } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Logo } from './Arch.tsx'
import { Button } from './Button.tsx'

/** Nothing here yet: one sentence and, if there is one, the action that helps. Texts come translated. */
export function Empty({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-line px-6 py-12 text-center">
      <Logo className="h-10 opacity-70" />
      <p className="max-w-prose text-muted">{sentence}</p>
      {children}
    </div>
  )
}

/** The server's sentence, in the reader's language, and a button to try again. */
export function Failed({ error, again }: { error: unknown; again?: () => unknown }) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <TriangleExclamationPoint className="size-8 text-danger" aria-hidden="true" />
      <p className="max-w-prose">{sentenceFrom(error)}</p>
      {again && (
        <Button icon={<RotateCw className="size-4" aria-hidden="true" />} onClick={() => again()}>
          {t('common.tryAgain')}
        </Button>
      )}
    </div>
  )
}
