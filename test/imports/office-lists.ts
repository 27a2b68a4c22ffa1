import writeXlsx from 'write-excel-file/node'
import { csvOf } from './sending.ts'

type Cell = string | number | { value: string; columnSpan?: number; rowSpan?: number } | null

/** A list as an office types it. All people are invented. */
export type OfficeList = {
  /** How it is written. */
  as: string
  fileName: string
  bytes: () => Buffer | Promise<Buffer>
}

const workbook = (rows: Cell[][]) => async () =>
  writeXlsx([{ sheet: 'ورقة1', data: rows.map((cells) => cells.map((cell) => asCell(cell))) }]).toBuffer()

const asCell = (cell: Cell) => {
  if (cell === null) return null
  if (typeof cell === 'object') return cell
  return typeof cell === 'number' ? { value: cell } : { value: cell }
}

/** Arabic letters as Excel saves them in a CSV file on a computer that is set to Arabic. */
function windows1256(text: string) {
  const table = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) table.set(new TextDecoder('windows-1256').decode(Buffer.from([byte])), byte)
  return Buffer.from(Array.from(text, (letter) => table.get(letter) ?? 0x3f))
}

export const officeLists: Record<string, OfficeList> = {
  egyptianRegister: {
    as: 'a register of an Egyptian school: titles above, a merged class, Arabic digits, two mobiles in a cell',
    fileName: 'كشف الفصل.xlsx',
    bytes: workbook([
      [{ value: 'مدرسة ضفاف النيل الخاصة', columnSpan: 6 }, null, null, null, null, null],
      [{ value: 'كشف بأسماء الطلاب للعام الدراسي ٢٠٢٦/٢٠٢٧', columnSpan: 6 }, null, null, null, null, null],
      [],
      ['م', 'اسم الطالب رباعي', 'الفصل', 'ت. الميلاد', 'محمول الأب', 'محمول الأم'],
      ['١', 'ياسين وائل فتحي الدسوقي', { value: 'فصل 4أ', rowSpan: 3 }, '٣/٩/٢٠١٦', '٠١٠٠١٢٣٤٥٠١', '٠١١٠١٢٣٤٥٠١'],
      ['٢', 'جنى تامر عبد الحميد الغنام', null, '١٤/١٠/٢٠١٦', '0100 123 4502 / 01201234502', ''],
      ['٣', 'آسر محمد نور الدين', null, '٢٥/١٢/٢٠١٦', '1001234503', 'لا يوجد'],
      [null, 'العدد: ٣ طلاب', null, null, null, null],
    ]),
  },
  gulfWithHijri: {
    as: 'a list of a school in the Gulf: Hijri birth dates, numbers of identity, mobiles with their country',
    fileName: 'طلاب.csv',
    bytes: () =>
      Buffer.from(
        `\ufeff${csvOf(
          [
            ['رقم هوية الطالب', 'اسم الطالب', 'الجنسية', 'تاريخ الميلاد هجري', 'الفصل', 'جوال ولي الأمر'],
            ['1098765411', 'فيصل بن سعود الحربي', 'سعودي', '27/11/1437', 'فصل 5ب', '+966501234511'],
            ['2098765412', 'راشد سالم الكعبي', 'إماراتي', '1438/01/15', 'فصل 5ب', '00971501234512'],
            ['1098765413', 'عبدالعزيز ناصر العنزي', 'سعودي', '3/3/1438هـ', 'فصل 5ب', '966 50 123 4513'],
          ],
          ';',
        )}`,
      ),
  },
  sudaneseInFourColumns: {
    as: 'a Sudanese list: the name in four columns, mobiles with 249 in three forms',
    fileName: 'السودان.xlsx',
    bytes: workbook([
      ['الرقم', 'الاسم', 'اسم الأب', 'اسم الجد', 'اللقب', 'الصف والفصل', 'رقم ولي الأمر'],
      [1, 'مصعب', 'الطيب', 'عثمان', 'البشير', 'فصل 6أ', '+249 91 234 5521'],
      [2, 'تسابيح', 'حاج أحمد', 'إدريس', 'الماحي', 'فصل 6أ', '00249912345522'],
      [3, 'هاجر', 'عبد الباقي', 'فضل الله', '', 'فصل 6أ', '249-91-234-5523'],
    ]),
  },
  savedByExcel: {
    as: 'a CSV file with semicolons in the letters of Windows, dates with dots, a text in quotes',
    fileName: 'الطلاب.csv',
    bytes: () =>
      windows1256(
        csvOf(
          [
            ['اسم التلميذ', 'الصف', 'الفصل', 'تاريخ الميلاد', 'النوع', 'العنوان'],
            ['كنزي هيثم السعيد', 'الصف الرابع', 'ب', '05.02.2017', 'أنثى', '12 ش النصر; الدور الثاني'],
            ['حمزة إسلام شوقي', 'الصف الرابع', 'ب', '17.06.2016', 'ذكر', 'المعادي'],
          ],
          ';',
        ).replaceAll('\n', '\r\n'),
      ),
  },
  blocksOfClasses: {
    as: 'one sheet with a block for each class, its title above, the headings again, counts and a signature below',
    fileName: 'كل الفصول.xlsx',
    bytes: workbook([
      [{ value: 'فصل 4أ', columnSpan: 3 }, null, null],
      ['م', 'الاسم', 'موبايل ولي الأمر'],
      [1, 'سيف الدين أشرف بدوي', '01501234541'],
      [2, 'لمار أحمد الششتاوي', '01501234542'],
      [null, 'عدد الطلاب 2', null],
      [],
      [{ value: 'فصل 5أ', columnSpan: 3 }, null, null],
      ['م', 'الاسم', 'موبايل ولي الأمر'],
      [1, 'رودينا شريف القاضي', '01501234543'],
      ['توقيع شؤون الطلاب', null, null],
    ]),
  },
  twoRowsOfHeadings: {
    as: 'two rows of headings, the upper one merged above the guardian, whose name is in two columns',
    fileName: 'بيانات.xlsx',
    bytes: workbook([
      [
        { value: 'اسم الطالب', rowSpan: 2 },
        { value: 'الفصل', rowSpan: 2 },
        { value: 'ولي الأمر', columnSpan: 4 },
        null,
        null,
        null,
      ],
      [null, null, 'الاسم', 'اللقب', 'الهاتف', 'صلة القرابة'],
      ['مالك رامز فؤاد', 'فصل 6ب', 'رامز', 'فؤاد', '01001234551', 'أب'],
      ['فريدة كريم جاد', 'فصل 6ب', 'سوزان', 'عازر', '01001234552', 'الأم'],
    ]),
  },
  english: {
    as: 'an English list: family name first, the guardian in two columns, days before months',
    fileName: 'Students 2026.csv',
    bytes: () =>
      Buffer.from(
        csvOf([
          [
            'Surname',
            'First Name',
            'Form Group',
            'DOB (dd/mm/yyyy)',
            'Parent 1 First Name',
            'Parent 1 Last Name',
            'Parent 1 Mobile',
            'Parent 1 Relationship',
          ],
          ['El Sherbiny', 'Zeina', 'فصل 5أ', '04/03/2016', 'Hossam', 'El Sherbiny', '+20 100 123 4561', 'Father'],
          ["O'Neill", 'Sara', 'فصل 5أ', '23/11/2016', 'Mary Anne', "O'Neill", '+44 7911 123456', 'Mother'],
        ]),
      ),
  },
  bothParentsInACell: {
    as: 'both parents in a cell, their numbers beside, and the relations in the same order',
    fileName: 'أولياء الأمور.csv',
    bytes: () =>
      Buffer.from(
        csvOf([
          ['الاسم بالكامل', 'الفصل', 'رقم ولي الأمر', 'صلة القرابة'],
          ['بلال حسام الجوهري', 'فصل 4ب', '01011234571 - 01111234571', 'أب - أم'],
          ['تالين عمرو خليفة', 'فصل 4ب', '010 1123 4572 و 0111 123 4572', 'أب / أم'],
        ]),
      ),
  },
  pastedFromWord: {
    as: 'a text with tabs in UTF-16, names with marks and tatweel, a telephone of the home',
    fileName: 'قائمة.txt',
    bytes: () =>
      Buffer.from(
        `\ufeff${[
          ['ت', 'اسم الطالب', 'الفصل', 'تليفون المنزل', 'موبايل الأب'],
          ['1', 'مُحمّد عبــد اللطيف حِجازي', 'فصل 6أ', '02 2345 6781', '+2 0100 123 4581'],
          ['2', 'نور الهدى صبحي أبو العزم', 'فصل 6أ', '0223456782', '(010) 0123-4582'],
        ]
          .map((cells) => cells.join('\t'))
          .join('\r\n')}`,
        'utf16le',
      ),
  },
  withTwins: {
    as: 'twins of one number, a pupil who is listed twice, and a number with a digit too few',
    fileName: 'توائم.csv',
    bytes: () =>
      Buffer.from(
        csvOf([
          ['اسم الطالب', 'الفصل', 'تاريخ الميلاد', 'هاتف الأب'],
          ['أنس خالد الطنطاوي', 'فصل 5ب', '2016-08-19', '01001234591'],
          ['أوس خالد الطنطاوي', 'فصل 5ب', '2016-08-19', '01001234591'],
          ['أنس خالد الطنطاوى', 'فصل 5ب', '19/8/2016', '01001234591'],
          ['إياد ماجد الشوربجي', 'فصل 5ب', '2016-02-01', '0100123459'],
        ]),
      ),
  },
}
