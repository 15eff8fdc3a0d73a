-- Written by digiKam 7.9.0 on four photos, whose metadata it read; dumped by sqlite3. The folder's name was replaced, and settings and download history left out.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE AlbumRoots
                    (id INTEGER PRIMARY KEY,
                    label TEXT,
                    status INTEGER NOT NULL,
                    type INTEGER NOT NULL,
                    identifier TEXT,
                    specificPath TEXT,
                    UNIQUE(identifier, specificPath));
INSERT INTO AlbumRoots VALUES(1,'Pictures',0,1,'volumeid:?path=/home/anna/Pictures','/');
CREATE TABLE Albums
                    (id INTEGER PRIMARY KEY,
                    albumRoot INTEGER NOT NULL,
                    relativePath TEXT NOT NULL,
                    date DATE,
                    caption TEXT,
                    collection TEXT,
                    icon INTEGER,
                    modificationDate DATETIME,
                    UNIQUE(albumRoot, relativePath));
INSERT INTO Albums VALUES(1,1,'/','2026-11-24',NULL,NULL,NULL,'2026-11-24T06:57:05.260');
INSERT INTO Albums VALUES(2,1,'/Family','2020-06-02',NULL,NULL,NULL,'2026-11-24T06:47:54.697');
INSERT INTO Albums VALUES(3,1,'/Travel','2019-05-02',NULL,NULL,NULL,'2026-11-24T06:47:54.696');
INSERT INTO Albums VALUES(4,1,'/Travel/Paris','2019-05-01',NULL,NULL,NULL,'2026-11-24T06:47:54.696');
CREATE TABLE Images
                    (id INTEGER PRIMARY KEY,
                    album INTEGER,
                    name TEXT NOT NULL,
                    status INTEGER NOT NULL,
                    category INTEGER NOT NULL,
                    modificationDate DATETIME,
                    fileSize INTEGER,
                    uniqueHash TEXT,
                    manualOrder INTEGER,
                    UNIQUE (album, name));
INSERT INTO Images VALUES(1,1,'plain.jpg',1,1,'2026-11-24T06:47:54.699',8743,'1600970d5e24777f64899d5fae38a9ce',NULL);
INSERT INTO Images VALUES(2,2,'anna.jpg',1,1,'2026-11-24T06:47:54.697',12659,'e007f68a93fe01c38f23a12403b94f01',NULL);
INSERT INTO Images VALUES(3,3,'bridge.jpg',1,1,'2026-11-24T06:47:54.696',12439,'b0fce93bc067bf9373418dac5844faa0',NULL);
INSERT INTO Images VALUES(4,4,'tower.jpg',1,1,'2026-11-24T06:47:54.696',12709,'c242887d5a56192e801b224802b3884f',NULL);
CREATE TABLE ImageInformation
                    (imageid INTEGER PRIMARY KEY,
                    rating INTEGER,
                    creationDate DATETIME,
                    digitizationDate DATETIME,
                    orientation INTEGER,
                    width INTEGER,
                    height INTEGER,
                    format TEXT,
                    colorDepth INTEGER,
                    colorModel INTEGER);
INSERT INTO ImageInformation VALUES(1,-1,'2026-11-24T06:47:54.697',NULL,0,320,240,'JPG',8,5);
INSERT INTO ImageInformation VALUES(2,5,'2020-06-02T12:00:00.000','2020-06-02T12:00:00.000',0,320,240,'JPG',8,5);
INSERT INTO ImageInformation VALUES(3,2,'2019-05-02T12:00:00.000','2019-05-02T12:00:00.000',0,320,240,'JPG',8,5);
INSERT INTO ImageInformation VALUES(4,4,'2019-05-01T12:00:00.000','2019-05-01T12:00:00.000',0,320,240,'JPG',8,5);
CREATE TABLE ImageMetadata
                    (imageid INTEGER PRIMARY KEY,
                    make TEXT,
                    model TEXT,
                    lens TEXT,
                    aperture REAL,
                    focalLength REAL,
                    focalLength35 REAL,
                    exposureTime REAL,
                    exposureProgram INTEGER,
                    exposureMode INTEGER,
                    sensitivity INTEGER,
                    flash INTEGER,
                    whiteBalance INTEGER,
                    whiteBalanceColorTemperature INTEGER,
                    meteringMode INTEGER,
                    subjectDistance REAL,
                    subjectDistanceCategory INTEGER);
CREATE TABLE VideoMetadata
                    (imageid INTEGER PRIMARY KEY,
                    aspectRatio TEXT,
                    audioBitRate TEXT,
                    audioChannelType TEXT,
                    audioCompressor TEXT,
                    duration TEXT,
                    frameRate TEXT,
                    exposureProgram INTEGER,
                    videoCodec TEXT);
CREATE TABLE ImagePositions
                    (imageid INTEGER PRIMARY KEY,
                    latitude TEXT,
                    latitudeNumber REAL,
                    longitude TEXT,
                    longitudeNumber REAL,
                    altitude REAL,
                    orientation REAL,
                    tilt REAL,
                    roll REAL,
                    accuracy REAL,
                    description TEXT);
INSERT INTO ImagePositions VALUES(4,'48,51.50400000N',48.858399999936423796,'2,17.67000001E',2.2945000002119275706,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE ImageComments
                    (id INTEGER PRIMARY KEY,
                    imageid INTEGER,
                    type INTEGER,
                    language TEXT,
                    author TEXT,
                    date DATETIME,
                    comment TEXT,
                    UNIQUE(imageid, type, language, author));
INSERT INTO ImageComments VALUES(1,1,1,'x-default',NULL,NULL,'Lavc59.37.100');
INSERT INTO ImageComments VALUES(2,2,1,'x-default',NULL,NULL,'Lavc59.37.100');
INSERT INTO ImageComments VALUES(3,3,1,'x-default',NULL,NULL,'Lavc59.37.100');
INSERT INTO ImageComments VALUES(4,3,3,'x-default',NULL,NULL,'Bridge');
INSERT INTO ImageComments VALUES(5,4,1,'x-default',NULL,NULL,'At noon');
INSERT INTO ImageComments VALUES(6,4,3,'x-default',NULL,NULL,'Eiffel tower');
CREATE TABLE ImageCopyright
                    (id INTEGER PRIMARY KEY,
                    imageid INTEGER,
                    property TEXT,
                    value TEXT,
                    extraValue TEXT,
                    UNIQUE(imageid, property, value, extraValue));
CREATE TABLE Tags
                    (id INTEGER PRIMARY KEY,
                    pid INTEGER,
                    name TEXT NOT NULL,
                    icon INTEGER,
                    iconkde TEXT,
                    UNIQUE (name, pid));
INSERT INTO Tags VALUES(1,0,'_Digikam_Internal_Tags_',NULL,NULL);
INSERT INTO Tags VALUES(2,1,'Current Version',NULL,NULL);
INSERT INTO Tags VALUES(3,1,'Version Always Visible',NULL,NULL);
INSERT INTO Tags VALUES(4,0,'People',NULL,NULL);
INSERT INTO Tags VALUES(5,4,'Unknown',NULL,NULL);
INSERT INTO Tags VALUES(6,4,'Anna',NULL,NULL);
INSERT INTO Tags VALUES(7,1,'Color Label None',NULL,NULL);
INSERT INTO Tags VALUES(8,1,'Color Label Red',NULL,NULL);
INSERT INTO Tags VALUES(9,1,'Color Label Orange',NULL,NULL);
INSERT INTO Tags VALUES(10,1,'Color Label Yellow',NULL,NULL);
INSERT INTO Tags VALUES(11,1,'Color Label Green',NULL,NULL);
INSERT INTO Tags VALUES(12,1,'Color Label Blue',NULL,NULL);
INSERT INTO Tags VALUES(13,1,'Color Label Magenta',NULL,NULL);
INSERT INTO Tags VALUES(14,1,'Color Label Gray',NULL,NULL);
INSERT INTO Tags VALUES(15,1,'Color Label Black',NULL,NULL);
INSERT INTO Tags VALUES(16,1,'Color Label White',NULL,NULL);
INSERT INTO Tags VALUES(17,1,'Pick Label None',NULL,NULL);
INSERT INTO Tags VALUES(18,1,'Pick Label Rejected',NULL,NULL);
INSERT INTO Tags VALUES(19,1,'Pick Label Pending',NULL,NULL);
INSERT INTO Tags VALUES(20,1,'Pick Label Accepted',NULL,NULL);
INSERT INTO Tags VALUES(21,0,'bridge',NULL,NULL);
INSERT INTO Tags VALUES(22,4,'Unconfirmed',NULL,NULL);
INSERT INTO Tags VALUES(23,4,'Ignored',NULL,NULL);
INSERT INTO Tags VALUES(24,0,'Places',NULL,NULL);
INSERT INTO Tags VALUES(25,24,'Paris',NULL,NULL);
INSERT INTO Tags VALUES(26,1,'Need Resolving History',NULL,NULL);
INSERT INTO Tags VALUES(27,1,'Need Tagging History Graph',NULL,NULL);
CREATE TABLE TagsTree
                    (id INTEGER NOT NULL,
                    pid INTEGER NOT NULL,
                    UNIQUE (id, pid));
INSERT INTO TagsTree VALUES(1,0);
INSERT INTO TagsTree VALUES(2,0);
INSERT INTO TagsTree VALUES(2,1);
INSERT INTO TagsTree VALUES(3,0);
INSERT INTO TagsTree VALUES(3,1);
INSERT INTO TagsTree VALUES(4,0);
INSERT INTO TagsTree VALUES(5,0);
INSERT INTO TagsTree VALUES(5,4);
INSERT INTO TagsTree VALUES(6,0);
INSERT INTO TagsTree VALUES(6,4);
INSERT INTO TagsTree VALUES(7,0);
INSERT INTO TagsTree VALUES(7,1);
INSERT INTO TagsTree VALUES(8,0);
INSERT INTO TagsTree VALUES(8,1);
INSERT INTO TagsTree VALUES(9,0);
INSERT INTO TagsTree VALUES(9,1);
INSERT INTO TagsTree VALUES(10,0);
INSERT INTO TagsTree VALUES(10,1);
INSERT INTO TagsTree VALUES(11,0);
INSERT INTO TagsTree VALUES(11,1);
INSERT INTO TagsTree VALUES(12,0);
INSERT INTO TagsTree VALUES(12,1);
INSERT INTO TagsTree VALUES(13,0);
INSERT INTO TagsTree VALUES(13,1);
INSERT INTO TagsTree VALUES(14,0);
INSERT INTO TagsTree VALUES(14,1);
INSERT INTO TagsTree VALUES(15,0);
INSERT INTO TagsTree VALUES(15,1);
INSERT INTO TagsTree VALUES(16,0);
INSERT INTO TagsTree VALUES(16,1);
INSERT INTO TagsTree VALUES(17,0);
INSERT INTO TagsTree VALUES(17,1);
INSERT INTO TagsTree VALUES(18,0);
INSERT INTO TagsTree VALUES(18,1);
INSERT INTO TagsTree VALUES(19,0);
INSERT INTO TagsTree VALUES(19,1);
INSERT INTO TagsTree VALUES(20,0);
INSERT INTO TagsTree VALUES(20,1);
INSERT INTO TagsTree VALUES(21,0);
INSERT INTO TagsTree VALUES(22,0);
INSERT INTO TagsTree VALUES(22,4);
INSERT INTO TagsTree VALUES(23,0);
INSERT INTO TagsTree VALUES(23,4);
INSERT INTO TagsTree VALUES(24,0);
INSERT INTO TagsTree VALUES(25,0);
INSERT INTO TagsTree VALUES(25,24);
INSERT INTO TagsTree VALUES(26,0);
INSERT INTO TagsTree VALUES(26,1);
INSERT INTO TagsTree VALUES(27,0);
INSERT INTO TagsTree VALUES(27,1);
CREATE TABLE ImageTags
                    (imageid INTEGER NOT NULL,
                    tagid INTEGER NOT NULL,
                    UNIQUE (imageid, tagid));
INSERT INTO ImageTags VALUES(2,6);
INSERT INTO ImageTags VALUES(3,21);
INSERT INTO ImageTags VALUES(4,25);
CREATE TABLE ImageProperties
                    (imageid  INTEGER NOT NULL,
                    property TEXT NOT NULL,
                    value    TEXT NOT NULL,
                    UNIQUE (imageid, property));
CREATE TABLE Searches
                    (id INTEGER PRIMARY KEY,
                    type INTEGER,
                    name TEXT NOT NULL,
                    query TEXT NOT NULL);
CREATE TABLE DownloadHistory
                    (id  INTEGER PRIMARY KEY,
                    identifier TEXT,
                    filename TEXT,
                    filesize INTEGER,
                    filedate DATETIME,
                    UNIQUE(identifier, filename, filesize, filedate));
CREATE TABLE Settings
                    (keyword TEXT NOT NULL UNIQUE,
                    value TEXT);
CREATE TABLE ImageHistory
                    (imageid INTEGER PRIMARY KEY,
                    uuid TEXT,
                    history TEXT);
CREATE TABLE ImageRelations
                    (subject INTEGER,
                    object INTEGER,
                    type INTEGER,
                    UNIQUE(subject, object, type));
CREATE TABLE TagProperties
                    (tagid INTEGER,
                    property TEXT,
                    value TEXT);
INSERT INTO TagProperties VALUES(1,'internalTag',NULL);
INSERT INTO TagProperties VALUES(2,'internalTag',NULL);
INSERT INTO TagProperties VALUES(3,'internalTag',NULL);
INSERT INTO TagProperties VALUES(5,'person',NULL);
INSERT INTO TagProperties VALUES(5,'unknownPerson',NULL);
INSERT INTO TagProperties VALUES(7,'internalTag',NULL);
INSERT INTO TagProperties VALUES(8,'internalTag',NULL);
INSERT INTO TagProperties VALUES(9,'internalTag',NULL);
INSERT INTO TagProperties VALUES(10,'internalTag',NULL);
INSERT INTO TagProperties VALUES(11,'internalTag',NULL);
INSERT INTO TagProperties VALUES(12,'internalTag',NULL);
INSERT INTO TagProperties VALUES(13,'internalTag',NULL);
INSERT INTO TagProperties VALUES(14,'internalTag',NULL);
INSERT INTO TagProperties VALUES(15,'internalTag',NULL);
INSERT INTO TagProperties VALUES(16,'internalTag',NULL);
INSERT INTO TagProperties VALUES(17,'internalTag',NULL);
INSERT INTO TagProperties VALUES(18,'internalTag',NULL);
INSERT INTO TagProperties VALUES(19,'internalTag',NULL);
INSERT INTO TagProperties VALUES(20,'internalTag',NULL);
INSERT INTO TagProperties VALUES(22,'person',NULL);
INSERT INTO TagProperties VALUES(22,'unconfirmedPerson',NULL);
INSERT INTO TagProperties VALUES(26,'internalTag',NULL);
INSERT INTO TagProperties VALUES(27,'internalTag',NULL);
INSERT INTO TagProperties VALUES(23,'person',NULL);
INSERT INTO TagProperties VALUES(23,'ignoredPerson',NULL);
CREATE TABLE ImageTagProperties
                    (imageid INTEGER,
                    tagid INTEGER,
                    property TEXT,
                    value TEXT);
CREATE INDEX dir_index  ON Images (album);
CREATE INDEX hash_index ON Images (uniqueHash);
CREATE INDEX tag_index  ON ImageTags (tagid);
CREATE INDEX tag_id_index  ON ImageTags (imageid);
CREATE INDEX image_name_index ON Images (name);
CREATE INDEX creationdate_index ON ImageInformation (creationDate);
CREATE INDEX comments_imageid_index ON ImageComments (imageid);
CREATE INDEX copyright_imageid_index ON ImageCopyright (imageid);
CREATE INDEX uuid_index ON ImageHistory (uuid);
CREATE INDEX subject_relations_index ON ImageRelations (subject);
CREATE INDEX object_relations_index ON ImageRelations (object);
CREATE INDEX tagproperties_index ON TagProperties (tagid);
CREATE INDEX imagetagproperties_index ON ImageTagProperties (imageid, tagid);
CREATE INDEX imagetagproperties_imageid_index ON ImageTagProperties (imageid);
CREATE INDEX imagetagproperties_tagid_index ON ImageTagProperties (tagid);
CREATE TRIGGER delete_albumroot DELETE ON AlbumRoots
                    BEGIN
                        DELETE FROM Albums
                        WHERE Albums.albumRoot = OLD.id;
                    END;
CREATE TRIGGER delete_album DELETE ON Albums
                BEGIN
                    DELETE FROM Images
                    WHERE Images.album = OLD.id;
                END;
CREATE TRIGGER delete_image DELETE ON Images
                    BEGIN
                        DELETE FROM ImageTags          WHERE imageid=OLD.id;
                        DELETE From ImageInformation   WHERE imageid=OLD.id;
                        DELETE From ImageMetadata      WHERE imageid=OLD.id;
                        DELETE From VideoMetadata      WHERE imageid=OLD.id;
                        DELETE From ImagePositions     WHERE imageid=OLD.id;
                        DELETE From ImageComments      WHERE imageid=OLD.id;
                        DELETE From ImageCopyright     WHERE imageid=OLD.id;
                        DELETE From ImageProperties    WHERE imageid=OLD.id;
                        DELETE From ImageHistory       WHERE imageid=OLD.id;
                        DELETE FROM ImageRelations     WHERE subject=OLD.id OR object=OLD.id;
                        DELETE FROM ImageTagProperties WHERE imageid=OLD.id;
                        UPDATE Albums SET icon=null    WHERE icon=OLD.id;
                        UPDATE Tags SET icon=null      WHERE icon=OLD.id;
                    END;
CREATE TRIGGER delete_tag DELETE ON Tags
                    BEGIN
                        DELETE FROM ImageTags WHERE tagid=OLD.id;
                        DELETE FROM TagProperties WHERE tagid=OLD.id;
                        DELETE FROM ImageTagProperties WHERE tagid=OLD.id;
                    END;
CREATE TRIGGER insert_tagstree AFTER INSERT ON Tags
                    BEGIN
                    INSERT INTO TagsTree
                        SELECT NEW.id, NEW.pid
                        UNION
                        SELECT NEW.id, pid FROM TagsTree WHERE id=NEW.pid;
                    END;
CREATE TRIGGER delete_tagstree DELETE ON Tags
                    BEGIN
                        DELETE FROM Tags
                        WHERE id  IN (SELECT id FROM TagsTree WHERE pid=OLD.id);
                        DELETE FROM TagsTree
                        WHERE id IN (SELECT id FROM TagsTree WHERE pid=OLD.id);
                        DELETE FROM TagsTree
                        WHERE id=OLD.id;
                    END;
CREATE TRIGGER move_tagstree UPDATE OF pid ON Tags
                    BEGIN
                        DELETE FROM TagsTree
                            WHERE
                            ((id = OLD.id)
                            OR
                            id IN (SELECT id FROM TagsTree WHERE pid=OLD.id))
                            AND
                            pid IN (SELECT pid FROM TagsTree WHERE id=OLD.id);
                        INSERT INTO TagsTree
                            SELECT NEW.id, NEW.pid
                            UNION
                            SELECT NEW.id, pid FROM TagsTree WHERE id=NEW.pid
                            UNION
                            SELECT id, NEW.pid FROM TagsTree WHERE pid=NEW.id
                            UNION
                            SELECT A.id, B.pid FROM TagsTree A, TagsTree B
                            WHERE
                            A.pid = NEW.id AND B.id = NEW.pid;
                    END;
COMMIT;
