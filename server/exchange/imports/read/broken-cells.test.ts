import { expect, test } from 'vitest'
import { brokenBy } from './broken-cells.ts'

test('the errors of a sheet are known in the language of its program, and texts that begin alike are texts', () => {
  for (const cell of ['خطأ:502', 'Err:502', '#REF!', '#القيمة!', '#VALEUR!', '#N/D', '#NV', '#NOM?', '#DIV/0!'])
    expect(brokenBy(cell), cell).toBe(`The sheet shows ${cell} here`)
  for (const cell of ['#3', '# 12 شارع النيل', '#A', 'Err', '#1!']) expect(brokenBy(cell), cell).toBeNull()
})
