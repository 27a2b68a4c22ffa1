import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import { happened } from './LineOfThread.tsx'
import type { Thread } from './thread.ts'

type Props = { thread: Thread; lines: Thread['lines']; onClose: () => void }

/** A thread on paper for a meeting: who wrote what, when, and who has read it. */
export function ThreadPaper({ thread, lines, onClose }: Props) {
  const { t } = useTranslation()
  const { studentName, classRoomName, subject, askerName, responsibleName } = thread
  return (
    <OnPaper className="text-sm" onClose={onClose}>
      <h1 className="mt-1 text-xl">
        <Bdi>{studentName ?? askerName}</Bdi>
      </h1>
      <p className="mb-3">
        <Bdi>{classRoomName ?? ''}</Bdi> {t('threads.paperOf.subject')}: {t(`threads.of.${subject}`)} ·{' '}
        <Bdi>{askerName ?? ''}</Bdi> · <Bdi>{responsibleName ?? t('threads.office')}</Bdi>
      </p>
      <RuledTable heads={['at', 'by', 'text', 'readBy'].map((key) => t(`threads.paperOf.${key}`))}>
        {lines.map((line) => (
          <tr key={line.id} className="break-inside-avoid">
            <RuledCell>
              <Moment at={line.at} />
            </RuledCell>
            <RuledCell>
              <Bdi>{line.byName ?? ''}</Bdi>
            </RuledCell>
            <RuledCell>
              {line.lineKind !== 'text' && `${happened(line, t)} `}
              {line.takenBack ? t('threads.takenBack') : <Bdi>{line.body ?? ''}</Bdi>}
              {line.attachments.map(({ id, name }) => (
                <span key={id} className="block">
                  <Bdi>{name}</Bdi>
                </span>
              ))}
            </RuledCell>
            <RuledCell>
              {line.readBy.map(({ name, at }) => (
                <span key={name} className="block">
                  <Bdi>{name}</Bdi> · <Moment at={at} />
                </span>
              ))}
            </RuledCell>
          </tr>
        ))}
      </RuledTable>
    </OnPaper>
  )
}
