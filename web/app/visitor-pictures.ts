import narrowAr from './pictures/narrow-ar.webp'
import narrowEn from './pictures/narrow-en.webp'
import wideAr from './pictures/wide-ar.webp'
import wideEn from './pictures/wide-en.webp'

/** Home of a head, home of a father and a register as one picture in each language, and the latter two for phones; by bin/pictures.ts. */
export const pictures = {
  ar: { wide: wideAr, narrow: narrowAr },
  en: { wide: wideEn, narrow: narrowEn },
}
