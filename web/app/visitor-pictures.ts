import fatherAr from './pictures/father-ar.webp'
import fatherEn from './pictures/father-en.webp'
import headAr from './pictures/head-ar.webp'
import headEn from './pictures/head-en.webp'
import registerAr from './pictures/register-ar.webp'
import registerEn from './pictures/register-en.webp'

/** Pictures of the demo in each language, taken by bin/pictures.ts. */
export const pictures = {
  ar: { father: fatherAr, head: headAr, register: registerAr },
  en: { father: fatherEn, head: headEn, register: registerEn },
}
