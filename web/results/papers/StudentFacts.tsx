import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { nationalityIn } from './by-sex.ts'
import { Photo } from './Photo.tsx'
import type { SheetProps } from './sheet.ts'
import { Date, Fact, Figure, NameOnPaper, useWriting } from './SheetParts.tsx'

/** Who the paper is about; official numbers where the school prints them and they are known. */
export function StudentFacts({ paper, children }: SheetProps & { children?: ReactNode }) {
  const { labels, spoken, isBoth } = useWriting()
  const {
    studentName,
    latinName,
    code,
    gradeName,
    classRoomName,
    birthDate,
    nationalNumber,
    nationality,
    admittedOn,
    leftOn,
    sex,
  } = paper.content
  return (
    <div className="paper-who">
      {paper.look.showsPhoto && <Photo src={paper.photoUrl} />}
      <dl className={cx('paper-facts', isBoth && 'paper-facts-two')}>
        <Fact of="student" wide>
          <NameOnPaper name={studentName} latin={latinName} />
        </Fact>
        <Fact of="grade">
          <bdi>{gradeName}</bdi>
        </Fact>
        <Fact of="class">
          <bdi>{classRoomName}</bdi>
        </Fact>
        <Fact of="code">
          <bdi dir="ltr" className="paper-whole">
            {code}
          </bdi>
        </Fact>
        {birthDate && (
          <Fact of="birthDate">
            <Date day={birthDate} />
          </Fact>
        )}
        {nationalNumber && (
          <Fact of="nationalNumber">
            <Figure>{nationalNumber}</Figure>
          </Fact>
        )}
        {nationality && <Fact of="nationality">{nationalityIn(labels, spoken[0]!, nationality, sex)}</Fact>}
        {admittedOn && (
          <Fact of="admittedOn">
            <Date day={admittedOn} />
          </Fact>
        )}
        {leftOn && (
          <Fact of="leftOn">
            <Date day={leftOn} />
          </Fact>
        )}
        {children}
      </dl>
    </div>
  )
}
