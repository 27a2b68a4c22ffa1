import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import type { RemarksRead } from './remark-drafts.ts'

type Props = { data: RemarksRead; title: string; onClose: () => void }

/** The remarks of a class on paper, for the meeting of its teachers. */
export function RemarksPaper({ data, title, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper onClose={onClose}>
      <h1 className="mb-4 text-xl">
        <Bdi>{title}</Bdi>
      </h1>
      <table className="w-full border-collapse text-start">
        <thead>
          <tr>
            {['results.student', 'results.total', 'results.remarks'].map((key) => (
              <th key={key} scope="col" className={cell}>
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.students.map(({ studentId, studentName, total, fullMark, remark }) => (
            <tr key={studentId}>
              <th scope="row" className={cell}>
                <Bdi>{studentName}</Bdi>
              </th>
              <td className={cell}>
                <Digits>{total === null ? '–' : `${total}/${fullMark}`}</Digits>
              </td>
              <td className={cell}>
                <Bdi>{remark?.body ?? ''}</Bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </OnPaper>
  )
}

const cell = 'border border-line px-2 py-1 text-start align-top'
