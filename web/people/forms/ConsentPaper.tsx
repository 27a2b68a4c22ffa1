import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import type { Answered, Text } from './answers.ts'

type Props = { schoolName: string; text: Text; answered: Answered; onClose: () => void }

/** The answer for a child on A4: the text as it was read, with its version and hash, who answered when, and who withdrew. */
export function ConsentPaper({ schoolName, text, answered, onClose }: Props) {
  const { t } = useTranslation()
  const { studentName, classRoomName, answer, answeredByName, answeredAt, withdrawnByName, withdrawnAt } = answered
  return (
    <OnPaper onClose={onClose}>
      <p className="text-lg">
        <Bdi>{schoolName}</Bdi>
      </p>
      <h1 className="mt-1 text-xl">
        <Bdi>{text.title}</Bdi>
      </h1>
      <p className="mb-4">
        {t('forms.student')}: <Bdi>{studentName}</Bdi>
        {classRoomName && (
          <>
            {' · '}
            <Bdi>{classRoomName}</Bdi>
          </>
        )}
      </p>
      <p className="mb-4 whitespace-pre-line [overflow-wrap:anywhere]">
        <Bdi>{text.body}</Bdi>
      </p>
      {answeredAt && (
        <p className="font-medium">
          {t(answer === 'refused' ? 'forms.paper.refused' : 'forms.paper.agreed')}: <Bdi>{answeredByName ?? ''}</Bdi> ·{' '}
          <Moment at={answeredAt} />
        </p>
      )}
      {withdrawnAt && (
        <p className="font-medium">
          {t('forms.paper.withdrawn')}: <Bdi>{withdrawnByName ?? ''}</Bdi> · <Moment at={withdrawnAt} />
        </p>
      )}
      <p className="mt-4 text-sm [overflow-wrap:anywhere]">
        {t('forms.version')} <Digits>{text.textVersion}</Digits> · SHA-256 <Digits>{text.hash}</Digits>
      </p>
    </OnPaper>
  )
}
