import { useTranslation } from '#web/lib/i18n.ts'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { Arch } from '#web/ui/Arch.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { HelpOpener } from '#web/ui/HelpOpener.tsx'
import { useTitle } from '#web/ui/Screen.tsx'
import { NotFetched } from './fetched.ts'

/** Shown for every failed screen and unknown address. */
export function ErrorPage() {
  const { t } = useTranslation()
  const error = useRouteError()
  const isUnknown = error == null || (isRouteErrorResponse(error) && error.status === 404)
  const [title, sentence] = isUnknown ? (['errors.notFound', 'errors.noSuchPage'] as const) : wordsOf(error)
  return (
    <Notice title={t(title)} sentence={t(sentence)}>
      {!isUnknown && (
        <Button tone="primary" onClick={() => location.reload()}>
          {t('common.tryAgain')}
        </Button>
      )}
      <LinkButton to={paths.home()} tone={isUnknown ? 'primary' : 'plain'}>
        {t('errors.home')}
      </LinkButton>
    </Notice>
  )
}

const wordsOf = (error: unknown) =>
  error instanceof NotFetched
    ? (['errors.away', 'errors.notHere'] as const)
    : (['errors.unexpected', 'errors.sorry'] as const)

type NoticeProps = { title: string; sentence: string; hasHelp?: boolean; children: React.ReactNode }

/** A page with one message and links to continue. */
export function Notice({ title, sentence, hasHelp, children }: NoticeProps) {
  useTitle(title)
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-4 px-4 py-10 text-center md:py-16">
      <Arch className="mb-2 h-32 w-full max-w-sm rounded-card border border-line" />
      <div className="flex items-start gap-1">
        <h1 className="text-2xl">{title}</h1>
        {hasHelp && <HelpOpener screen={title} />}
      </div>
      <p className="text-muted">{sentence}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  )
}
