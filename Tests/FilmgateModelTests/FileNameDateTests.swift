import FilmgateModel
import Testing

@Suite("Dates in names of files")
struct FileNameDateTests {
    @Test(
        "are read as phones, messengers and programs for screenshots write them",
        arguments: [
            ("IMG_20190509_154733.jpg", "2019-05-09 15:47:33"), ("VID_20190509_154733~2.mp4", "2019-05-09 15:47:33"),
            ("2014-08-25_17.15.33.jpg", "2014-08-25 17:15:33"), ("2014-08-25 17.15.33-1.jpg", "2014-08-25 17:15:33"),
            ("Screenshot_20190201-212530_Fennec.png", "2019-02-01 21:25:30"),
            ("Screenshot_2019-04-16-11-19-37-123_org.example.png", "2019-04-16 11:19:37"),
            ("Screenshot from 2020-01-02 03-04-05.png", "2020-01-02 03:04:05"),
            ("Screen Shot 2019-03-04 at 1.02.03 PM.png", "2019-03-04 13:02:03"),
            ("Screenshot 2024-03-04 at 12.02.03\u{202F}AM.png", "2024-03-04 00:02:03"),
            ("WhatsApp Image 2019-05-06 at 17.18.19.jpeg", "2019-05-06 17:18:19"),
            ("WhatsApp-Bild 2019-05-09 um 15.47.34.jpg", "2019-05-09 15:47:34"),
            ("Bildschirmfoto 2019-05-09 um 15.47.44.png", "2019-05-09 15:47:44"),
            ("Capture d\u{2019}\u{E9}cran 2019-05-09 \u{E0} 15.47.46.png", "2019-05-09 15:47:46"),
            ("Capture 2019-05-09 a\u{300} 15.47.46.png", "2019-05-09 15:47:46"),
            ("Sk\u{E4}rmavbild 2019-05-09 kl. 15.47.47.png", "2019-05-09 15:47:47"),
            ("Schermata 2019-05-09 alle 15.47.48.png", "2019-05-09 15:47:48"),
            ("Captura de pantalla 2019-05-09 a las 3.47.49 p.\u{A0}m..png", "2019-05-09 15:47:49"),
            ("\u{421}\u{43D}\u{438}\u{43C}\u{43E}\u{43A} 2019-05-09 \u{432} 15.47.53.png", "2019-05-09 15:47:53"),
            ("\u{622A}\u{5C4F}2019-05-09 \u{4E0B}\u{5348}3.47.54.png", "2019-05-09 15:47:54"),
            ("Screenshot 2019-05-09 \u{C624}\u{D6C4} 3.47.55.png", "2019-05-09 15:47:55"),
            ("2014-08-25 12.15.33 amazing.jpg", "2014-08-25 12:15:33"), ("2016-12-24 room 101010.jpg", "2016-12-24"),
            ("photo_5@09-05-2019_15-47-37.jpg", "2019-05-09 15:47:37"),
            ("20190509T154756Z.jpg", "2019-05-09 15:47:56 UTC"),
            ("pxl_20220102_030408678.jpg", "2022-01-02 03:04:08 UTC"),
            ("signal-2018-08-21-100217.jpg", "2018-08-21 10:02:17"),
            ("00100sPORTRAIT_BURST20190509154733123_COVER.jpg", "2019-05-09 15:47:33"),
            ("photo_2020-05-06_07-08-09.jpg", "2020-05-06 07:08:09"),
            ("PXL_20220102_030405678.RAW-01.COVER.jpg", "2022-01-02 03:04:05 UTC"),
            ("20190509_154733000_iOS.heic", "2019-05-09 15:47:33 UTC"),
            ("FB_IMG_1534846937000.jpg", "2018-08-21 10:22:17 UTC"), ("IMG-20161224-WA0014.jpg", "2016-12-24"),
            ("2016-12-24 party.jpg", "2016-12-24"), ("IMG_2016_12_24.jpg", "2016-12-24"),
        ])
    func read(_ name: String, _ text: String) throws {
        let date = try #require(FileNameDate(name))
        let clock = date.hasClock ? " " + date.time.exactClockText : ""
        #expect(date.time.dateText + clock + (date.isUTC ? " UTC" : "") == text)
    }

    @Test(
        "are not made up of other numbers",
        arguments: [
            "IMG_1234.jpg", "DSC20190509.jpg", "20190230_101010.jpg", "IMG_20191301_101010.jpg", "12345678901234.jpg",
            "20190509154733123456.jpg", "IMG_20190509_256161.jpg", "1.2019.05.jpg", "2019.jpg", "", ".",
            "mmexport12.jpg", "FB_IMG_99999999999999.jpg", "v2019-05.09.jpg",
            "photo@31-02-2019.jpg", "a 09-05-2019.jpg",
        ])
    func strangers(_ name: String) {
        #expect(FileNameDate(name) == nil)
    }
}
