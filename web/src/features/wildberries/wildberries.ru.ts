import type { wildberriesEn } from './wildberries.en.ts'

export const wildberriesRu = {
  open: 'Заполнить из Wildberries',
  title: 'Товар на Wildberries',
  number: 'Артикул WB или ссылка',
  numberHint: 'Номер со страницы товара или её адрес целиком',
  badNumber: 'Здесь нет номера товара. Скопируйте его со страницы товара на Wildberries',
  find: 'Найти',
  notFound: 'На Wildberries нет товара {id}. Проверьте номер или заполните форму сами',
  noAnswer: 'Ответа нет. Форма осталась как была: заполните её сами или попробуйте позже',
  found: 'Что нашлось',
  nothingNew: 'В форме уже есть всё, что знает Wildberries',
  field_name: 'Название',
  field_article: 'Артикул',
  field_brand: 'Бренд',
  field_category: 'Категория',
  field_description: 'Описание',
  field_barcodes: 'Штрихкоды',
  replace: 'Это уже заполнено. Отметьте, что заменить',
  present: 'Сейчас: {value}',
  addPhotos: 'Добавить фото к тем, что уже есть',
  photosComing:
    '{count, plural, one {Забираем # фото} few {Забираем # фото} many {Забираем # фото} other {Забираем # фото}}…',
  photosSome: 'Взято {count, number} из {expected, number}, остальные не пришли',
  photosNone: 'Фото не пришли. Остальное можно заполнить',
  leave: 'Оставить как есть',
  fill: 'Заполнить форму',
} satisfies Record<keyof typeof wildberriesEn, string>
